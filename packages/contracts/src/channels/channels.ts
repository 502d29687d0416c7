import { z } from 'zod';
import { streamerData } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, userId } from '../shared/fields.ts';
import { IMAGE_SIZES, imageUpload } from '../shared/images.ts';

/** The streamer as cards and pages show them. */
export const streamerSummary = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
});
export type StreamerSummary = z.infer<typeof streamerSummary>;

/** What a creator puts into an encoder. */
export const ingestAccess = z.object({
  rtmpUrl: z.string().describe('OBS: Server'),
  streamKey: z.string().describe('OBS: Stream Key'),
});
export type IngestAccess = z.infer<typeof ingestAccess>;

export const streamTitle = z
  .string()
  .trim()
  .min(1, 'Give the stream a title.')
  .max(140, 'Keep the title to 140 characters.');

export const STREAM_TAGS_MAX = 8;

/** A word that viewers find a stream by, in any script, without the hash sign. */
export const streamTag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,23}$/u, 'Use up to 24 letters, digits, hyphens or underscores.');

/** What the next stream starts with; while live, a change applies to the running one too. */
export const streamSettingsEdit = z.object({
  title: streamTitle,
  category,
  tags: z
    .array(streamTag)
    .max(STREAM_TAGS_MAX, `Give at most ${STREAM_TAGS_MAX} tags.`)
    .refine((tags) => new Set(tags).size === tags.length, 'Give each tag once.'),
  /** Viewers are asked before they see it. */
  isMature: z.boolean(),
});
export type StreamSettingsEdit = z.infer<typeof streamSettingsEdit>;

export const streamSettings = streamSettingsEdit.extend({
  /** A picture of the creator's own; null: pictures of the stream itself. */
  thumbnailUrl: z.string().nullable(),
});
export type StreamSettings = z.infer<typeof streamSettings>;

export const upgradeToStreamer = endpoint({
  method: 'POST',
  path: '/api/me/streamer',
  tag: 'channels',
  summary: 'Become a streamer: role, channel and stream key in one transaction. Repeating it changes nothing',
  access: 'viewer',
  response: streamerData,
});

export const getStreamKey = endpoint({
  method: 'GET',
  path: '/api/me/stream-key',
  tag: 'channels',
  summary: "The signed-in streamer's ingest address and stream key",
  access: 'streamer',
  response: ingestAccess,
});

export const rotateStreamKey = endpoint({
  method: 'POST',
  path: '/api/me/stream-key/rotate',
  tag: 'channels',
  summary: 'Replace the stream key; the old one stops working at once',
  access: 'streamer',
  perMinute: 10,
  response: ingestAccess,
});

export const getStreamSettings = endpoint({
  method: 'GET',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Title, category, tags, mature flag and picture of the running or next stream',
  access: 'streamer',
  response: streamSettings,
});

export const putStreamSettings = endpoint({
  method: 'PUT',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Change title, category, tags and mature flag of the running and next stream',
  access: 'streamer',
  body: streamSettingsEdit,
  response: streamSettings,
});

export const putStreamThumbnail = endpoint({
  method: 'PUT',
  path: '/api/me/stream-thumbnail',
  tag: 'channels',
  summary: `A picture for the running and next stream; its middle becomes a WebP of ${IMAGE_SIZES.thumbnail.width} by ${IMAGE_SIZES.thumbnail.height}`,
  access: 'streamer',
  perMinute: 12,
  upload: imageUpload,
  response: streamSettings,
});

export const deleteStreamThumbnail = endpoint({
  method: 'DELETE',
  path: '/api/me/stream-thumbnail',
  tag: 'channels',
  summary: 'Show pictures of the stream itself again',
  access: 'streamer',
  response: streamSettings,
});
