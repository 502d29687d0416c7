/** Clips: parts of streams and recordings that viewers cut out and share. */
import { z } from 'zod';
import { gate, streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason, category, streamId, textLine } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream, byUsername } from '../shared/params.ts';
import { CLIP_MAX_MS, CLIP_MIN_MS, CLIP_TITLE_MAX, CLIPS_PAGE_SIZE, CLIPS_PER_HOUR } from './constants.ts';

export const clipId = z.uuid().brand<'ClipId'>();
export type ClipId = z.infer<typeof clipId>;
const byClip = z.object({ id: clipId });

/** The people who may make clips of a channel's streams. */
export const clipPermission = z.enum(['everybody', 'followers', 'subscribers', 'nobody']);
export type ClipPermission = z.infer<typeof clipPermission>;

export const clip = z.object({
  id: clipId,
  title: z.string(),
  category,
  thumbnailUrl: z.string().nullable(),
  /** Whether viewers must confirm before they see it. */
  isMature: z.boolean(),
  durationMs: z.int().positive(),
  createdAt: z.iso.datetime(),
  views: z.int().nonnegative(),
  /** The start of the clip in its playlist, which begins with a whole segment. */
  offsetMs: z.int().nonnegative(),
  /** The URL of its multivariant playlist. If the stream is gated, its playback must be opened first. */
  playbackUrl: z.string(),
  /** The stream that it was cut from. */
  stream: z.object({
    id: streamId,
    title: z.string(),
    slug: z.string(),
    gate: gate.nullable(),
    /** The start of the clip in the recording of the stream; null if viewers cannot watch that moment there. */
    positionMs: z.int().nonnegative().nullable(),
  }),
  streamer: streamerSummary,
  /** The creator of the clip. */
  creator: z.object({ username: z.string(), displayName: z.string() }),
});
export type Clip = z.infer<typeof clip>;

export const newClip = z
  .object({
    title: textLine(CLIP_TITLE_MAX).min(1, 'Enter a title.'),
    startMs: z.int().nonnegative().describe('Position in the recording'),
    endMs: z.int().positive().describe('Position in the recording'),
  })
  .refine(({ startMs, endMs }) => endMs - startMs >= CLIP_MIN_MS && endMs - startMs <= CLIP_MAX_MS, {
    error: `Choose ${CLIP_MIN_MS / 1000} to ${CLIP_MAX_MS / 1000} seconds.`,
    path: ['endMs'],
  });
export type NewClip = z.infer<typeof newClip>;

export const createClip = endpoint({
  method: 'POST',
  path: '/api/streams/:id/clips',
  tag: 'clips',
  summary: `Cut a clip out of the recording of a stream, which may still run. At most ${CLIPS_PER_HOUR} an hour for each account`,
  access: 'viewer',
  perMinute: 20,
  params: byStream,
  body: newClip,
  response: clip,
});

export const getClipPermission = endpoint({
  method: 'GET',
  path: '/api/streams/:id/clip-permission',
  tag: 'clips',
  summary: 'Get who can make clips of a stream',
  access: 'public',
  params: byStream,
  response: z.object({ allowedTo: clipPermission }),
});

export const getClip = endpoint({
  method: 'GET',
  path: '/api/clips/:id',
  tag: 'clips',
  summary: 'Get a clip',
  access: 'public',
  params: byClip,
  response: clip,
});

export const countClipView = endpoint({
  method: 'POST',
  path: '/api/clips/:id/views',
  tag: 'clips',
  summary: 'Count a view of a clip: one an hour for each network',
  access: 'public',
  perMinute: 60,
  isMeasurement: true,
  params: byClip,
  response: z.void(),
});

export const deleteClip = endpoint({
  method: 'DELETE',
  path: '/api/clips/:id',
  tag: 'clips',
  summary: 'Delete a clip that the caller made, or of a channel that is the caller’s or that they moderate',
  access: 'viewer',
  perMinute: 60,
  params: byClip,
  response: z.void(),
});

export const removeClip = endpoint({
  method: 'POST',
  path: '/api/admin/clips/:id/remove',
  tag: 'admin',
  summary: 'Delete any clip. The audit log keeps the reason',
  access: 'admin',
  perMinute: 60,
  params: byClip,
  body: z.object({ reason: adminReason }),
  response: z.void(),
});

export const listClips = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/clips',
  tag: 'clips',
  summary: `List the clips of a channel's streams, newest first, ${CLIPS_PAGE_SIZE} per page`,
  access: 'public',
  params: byUsername,
  query: pageQuery,
  response: pageOf(clip),
});

export const listFollowedClips = endpoint({
  method: 'GET',
  path: '/api/me/following/clips',
  tag: 'following',
  summary: `List the newest clips of followed channels, up to ${CLIPS_PAGE_SIZE}`,
  access: 'viewer',
  response: z.object({ clips: z.array(clip) }),
});

const clipSettings = z.object({ allowedTo: clipPermission });

export const getClipSettings = endpoint({
  method: 'GET',
  path: '/api/me/clip-settings',
  tag: 'clips',
  summary: 'Get who can make clips of the signed-in streamer’s streams',
  access: 'streamer',
  response: clipSettings,
});

export const putClipSettings = endpoint({
  method: 'PUT',
  path: '/api/me/clip-settings',
  tag: 'clips',
  summary: 'Choose who can make clips. Existing clips stay',
  access: 'streamer',
  perMinute: 60,
  body: clipSettings,
  response: clipSettings,
});
