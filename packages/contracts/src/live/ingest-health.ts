/** What arrives from a creator's encoder, and what to change in it. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId } from '../shared/fields.ts';

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
