import { z } from 'zod';
import { category } from './category.ts';
import { endpoint } from './endpoint.ts';
import { streamId, userId } from './ids.ts';

/** The streamer as cards and pages show them. */
export const streamerSummary = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
});
export type StreamerSummary = z.infer<typeof streamerSummary>;

/** A card among the featured live streams (spec section 7). */
export const featuredStream = z.object({
  id: streamId,
  title: z.string(),
  category,
  thumbnailUrl: z.string().nullable(),
  currentViewers: z.int().nonnegative(),
  slug: z.string(),
  /** Viewers are asked before they see it. */
  isMature: z.boolean(),
  startedAt: z.iso.datetime(),
  playbackUrl: z.string(),
  streamer: streamerSummary,
});
export type FeaturedStream = z.infer<typeof featuredStream>;

export const FEATURED_LIMIT = 16;

export const getFeatured = endpoint({
  method: 'GET',
  path: '/api/streams/featured',
  tag: 'live',
  summary: 'Up to 16 live streams, most viewers first',
  access: 'public',
  response: z.object({ streams: z.array(featuredStream) }),
});

/**
 * live: playing. interrupted: the signal is gone and its grace window runs. ended: this stream
 * is over. offline: the channel has no stream now (only for the `live` slug).
 */
export const streamState = z.enum(['live', 'interrupted', 'ended', 'offline']);
export type StreamState = z.infer<typeof streamState>;

export const streamDetail = z.object({
  state: streamState,
  /** Null only while offline. */
  stream: z
    .object({
      id: streamId,
      title: z.string(),
      category,
      slug: z.string(),
      tags: z.array(z.string()),
      /** Viewers are asked before they see it. */
      isMature: z.boolean(),
      thumbnailUrl: z.string().nullable(),
      currentViewers: z.int().nonnegative(),
      /** While interrupted: whether the encoder said goodbye, rather than being lost. */
      stopped: z.boolean(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** LL-HLS multivariant playlist; null once ended. */
      playbackUrl: z.string().nullable(),
    })
    .nullable(),
  streamer: streamerSummary,
});
export type StreamDetail = z.infer<typeof streamDetail>;

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/:id',
  tag: 'live',
  summary: 'One stream by id',
  access: 'public',
  params: z.object({ id: streamId }),
  response: streamDetail,
});

export const getStreamBySlug = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/streams/:slug',
  tag: 'live',
  summary:
    "One stream by its streamer's name and slug; `live` is the running one, an old slug finds its stream",
  access: 'public',
  params: z.object({ username: z.string().max(64), slug: z.string().max(100) }),
  response: streamDetail,
});

/** A sentence about a publisher's signal, with what to change in the encoder. */
export const signalWarning = z.object({
  code: z.enum([
    'keyframe_interval_long',
    'keyframe_interval_uneven',
    'bitrate_high',
    'bitrate_unstable',
    'frame_rate_low',
    'no_audio',
    'no_video',
    'codec_not_widely_playable',
    'timestamps_jump',
    'signal_late',
    'frames_dropped',
    'b_frames',
  ]),
  message: z.string(),
});
export type SignalWarning = z.infer<typeof signalWarning>;

/** Seconds between two points of a signal's course, and for how long they are kept. */
export const SIGNAL_POINT_SECONDS = 2;
export const SIGNAL_COURSE_SECONDS = 600;

/** How a signal was at one moment; null is "not known", or that nothing arrived. */
export const signalPoint = z.object({
  at: z.iso.datetime(),
  bitrateKbps: z.number().nullable(),
  frameRate: z.number().nullable(),
  keyframeIntervalSeconds: z.number().nullable(),
  /** Frames that the encoder left out, as its timestamps tell. */
  droppedFrames: z.int().nonnegative().nullable(),
  /** By how much media arrives later than its own clock says: the uplink is too slow. */
  lateMs: z.number().nonnegative().nullable(),
});
export type SignalPoint = z.infer<typeof signalPoint>;

/** What arrives from the encoder right now. */
export const signalHealth = z.object({
  state: z.enum(['waiting', 'receiving', 'interrupted']),
  /** While interrupted: whether the encoder said goodbye, rather than being lost. */
  stopped: z.boolean(),
  streamId: streamId.nullable(),
  video: z
    .object({
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      frameRate: z.number().nullable(),
      keyframeIntervalSeconds: z.number().nullable(),
    })
    .nullable(),
  audio: z.object({ codec: z.string(), sampleRate: z.int(), channels: z.int() }).nullable(),
  bitrateKbps: z.number().nullable(),
  connectedSeconds: z.number(),
  /** The newest point of its course. */
  point: signalPoint.nullable(),
  /** Until when encoders are turned away, because the creator stopped the stream; null: they are let in. */
  heldUntil: z.iso.datetime().nullable(),
  warnings: z.array(signalWarning),
  /** The last refused attempt with this channel's key, for people who look for the reason. */
  lastRefusal: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
});
export type SignalHealth = z.infer<typeof signalHealth>;

export const getSignalHealth = endpoint({
  method: 'GET',
  path: '/api/me/signal',
  tag: 'live',
  summary: "What the signed-in streamer's encoder is sending now",
  access: 'streamer',
  response: signalHealth,
});

export const getSignalCourse = endpoint({
  method: 'GET',
  path: '/api/me/signal/course',
  tag: 'live',
  summary: `How the signal of the running stream was in the last ${SIGNAL_COURSE_SECONDS / 60} minutes`,
  access: 'streamer',
  response: z.object({ points: z.array(signalPoint) }),
});

export const endMyStream = endpoint({
  method: 'POST',
  path: '/api/me/stream/stop',
  tag: 'live',
  summary: 'End the running stream now, and turn its encoder away for a while should it come back by itself',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});

export const admitEncoder = endpoint({
  method: 'POST',
  path: '/api/me/stream/admit',
  tag: 'live',
  summary: 'Let an encoder in again at once after a stop',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});
