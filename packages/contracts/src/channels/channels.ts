/** Channels: a streamer in brief, stream keys, and the settings of streams. */
import { z } from 'zod';
import { streamerData } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamLanguage, textLine, userId } from '../shared/fields.ts';
import { IMAGE_SIZES, imageUpload } from '../shared/images.ts';
import { ofUser } from '../shared/params.ts';

/** A streamer as cards and pages show them. */
export const streamerSummary = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
});
export type StreamerSummary = z.infer<typeof streamerSummary>;

/** What people need to watch a stream: a ticket for the event, or a subscription. `id` says which one. */
export const gate = z.object({ kind: z.enum(['event', 'subscribers']), id: z.uuid() });
export type Gate = z.infer<typeof gate>;

/** What a creator enters in an encoder. */
export const ingestAccess = z.object({
  rtmpUrl: z.string().describe('"Server" in OBS'),
  streamKey: z.string().describe('"Stream Key" in OBS'),
});
export type IngestAccess = z.infer<typeof ingestAccess>;

export const streamTitle = textLine(140).min(1, 'Enter a title.');

export const STREAM_TAGS_MAX = 8;

/** A word that viewers find a stream by, in any script, without a hash sign. */
export const streamTag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,23}$/u, 'Use up to 24 letters, digits, hyphens or underscores.');

/** Settings that the next stream starts with. While live, changes also apply to the current stream. */
export const streamSettingsEdit = z.object({
  title: streamTitle,
  category,
  tags: z
    .array(streamTag)
    .max(STREAM_TAGS_MAX, `Use at most ${STREAM_TAGS_MAX} tags.`)
    .refine((tags) => new Set(tags).size === tags.length, 'Use each tag only once.'),
  /** Viewers confirm before they see it. */
  isMature: z.boolean(),
  language: streamLanguage.nullable().optional().describe('Null: not stated. Omitted: as it is'),
});
export type StreamSettingsEdit = z.infer<typeof streamSettingsEdit>;

export const streamSettings = streamSettingsEdit.extend({
  title: z.string(),
  language: streamLanguage.nullable().describe('Null: not stated'),
  /** An image that the creator uploaded; null for frames of the stream. */
  thumbnailUrl: z.string().nullable(),
});
export type StreamSettings = z.infer<typeof streamSettings>;

export const upgradeToStreamer = endpoint({
  method: 'POST',
  path: '/api/me/streamer',
  tag: 'channels',
  summary: 'Become a streamer: adds the role, a channel and a stream key. Idempotent',
  access: 'viewer',
  response: streamerData,
});

export const getStreamerData = endpoint({
  method: 'GET',
  path: '/api/users/:userId/streamer-data',
  tag: 'channels',
  summary: 'Get the totals and ingest access of a user’s channel; the user must be the signed-in one',
  access: 'viewer',
  params: ofUser,
  response: z.object({ streamerData: streamerData.nullable().describe('Null without a channel') }),
});

export const getStreamKey = endpoint({
  method: 'GET',
  path: '/api/me/stream-key',
  tag: 'channels',
  summary: 'Get the signed-in streamer’s ingest URL and stream key',
  access: 'streamer',
  response: ingestAccess,
});

export const rotateStreamKey = endpoint({
  method: 'POST',
  path: '/api/me/stream-key/rotate',
  tag: 'channels',
  summary: 'Replace the stream key. The old one stops working immediately',
  access: 'streamer',
  perMinute: 10,
  response: ingestAccess,
});

export const getStreamSettings = endpoint({
  method: 'GET',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Get title, category, tags, mature flag, language and thumbnail of the current or next stream',
  access: 'streamer',
  response: streamSettings,
});

export const putStreamSettings = endpoint({
  method: 'PUT',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Change title, category, tags, mature flag and language of the current and next stream',
  access: 'streamer',
  body: streamSettingsEdit,
  response: streamSettings,
});

export const putStreamThumbnail = endpoint({
  method: 'PUT',
  path: '/api/me/stream-thumbnail',
  tag: 'channels',
  summary: `Set the thumbnail of the current and next stream; cropped to a WebP image of ${IMAGE_SIZES.thumbnail.width} by ${IMAGE_SIZES.thumbnail.height}`,
  access: 'streamer',
  perMinute: 12,
  upload: imageUpload,
  response: streamSettings,
});

export const deleteStreamThumbnail = endpoint({
  method: 'DELETE',
  path: '/api/me/stream-thumbnail',
  tag: 'channels',
  summary: 'Remove the uploaded thumbnail, so that frames of the stream are shown',
  access: 'streamer',
  response: streamSettings,
});
