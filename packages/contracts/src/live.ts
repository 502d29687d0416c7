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
 * live: playing. interrupted: the signal is gone and its grace window runs. ended: this broadcast
 * is over. offline: the channel has no broadcast now (only for the `live` slug).
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
      thumbnailUrl: z.string().nullable(),
      currentViewers: z.int().nonnegative(),
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
  summary: 'One broadcast by id',
  access: 'public',
  params: z.object({ id: streamId }),
  response: streamDetail,
});

export const getStreamBySlug = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/streams/:slug',
  tag: 'live',
  summary:
    "One broadcast by its streamer's name and slug; `live` is the running one, an old slug finds its stream",
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
    'b_frames',
  ]),
  message: z.string(),
});
export type SignalWarning = z.infer<typeof signalWarning>;

/** What arrives from the encoder right now, for the check on /start-streaming. */
export const signalHealth = z.object({
  state: z.enum(['waiting', 'receiving', 'interrupted']),
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
