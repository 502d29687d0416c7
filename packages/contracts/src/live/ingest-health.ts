/** Ingest health: what arrives from a creator's encoder, and what to change in its settings. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId } from '../shared/fields.ts';

/** A problem with the signal, with advice on encoder settings. */
export const ingestWarning = z.object({
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
export type IngestWarning = z.infer<typeof ingestWarning>;

/** Interval and length of the ingest health history. */
export const INGEST_HEALTH_INTERVAL_SECONDS = 2;
export const INGEST_HEALTH_HISTORY_SECONDS = 600;

/** Ingest health at one moment. Null means unknown, or that nothing arrived. */
export const ingestHealthPoint = z.object({
  at: z.iso.datetime(),
  bitrateKbps: z.number().nullable(),
  frameRate: z.number().nullable(),
  keyframeIntervalSeconds: z.number().nullable(),
  /** Frames that the encoder dropped, judging by gaps in its timestamps. */
  droppedFrames: z.int().nonnegative().nullable(),
  /** How far media arrives behind its own timestamps. Grows if the uplink is too slow. */
  lateMs: z.number().nonnegative().nullable(),
});
export type IngestHealthPoint = z.infer<typeof ingestHealthPoint>;

/** What the server makes of the stream for viewers with slow connections. */
const renditionsStatus = z.object({
  /** Those that viewers can choose, the largest first. */
  offered: z.array(z.string()),
  /** Those that have viewers, so that they are made now. */
  made: z.array(
    z.object({
      name: z.string(),
      /** `x264`, `nvenc`; null before the first frame. */
      encoder: z.string().nullable(),
      framesDropped: z.int().nonnegative(),
    }),
  ),
  /** From the arrival of a frame until its renditions are made; null while none is. */
  delayMs: z.number().nullable(),
  /** Why a viewer did not get a rendition in the last minute. */
  refusal: z.enum(['budget', 'overloaded']).nullable(),
});
export type RenditionsStatus = z.infer<typeof renditionsStatus>;

/** What arrives from the encoder now. */
export const ingestHealthStatus = z.object({
  state: z.enum(['waiting', 'receiving', 'interrupted']),
  /** While interrupted: whether the encoder stopped cleanly, rather than losing its connection. */
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
  /** The newest point of the history. */
  point: ingestHealthPoint.nullable(),
  /** End of the cooldown in which encoders are refused after the stream was stopped; null if there is none. */
  cooldownUntil: z.iso.datetime().nullable(),
  warnings: z.array(ingestWarning),
  /** Null where the server makes no renditions of the stream. */
  renditions: renditionsStatus.nullable(),
  /** The last refused attempt to publish with this channel's key. */
  lastRefusal: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
});
export type IngestHealthStatus = z.infer<typeof ingestHealthStatus>;

/** The same, of the listening streamer, about once a second. */
export const ingestHealthTopic = topic({
  name: 'ingest-health',
  access: 'streamer',
  personal: true,
  snapshot: ingestHealthStatus,
});

export const getIngestHealth = endpoint({
  method: 'GET',
  path: '/api/me/ingest-health',
  tag: 'live',
  summary: 'Get the ingest health of the signed-in streamer’s encoder',
  access: 'streamer',
  response: ingestHealthStatus,
});

export const getIngestHealthHistory = endpoint({
  method: 'GET',
  path: '/api/me/ingest-health/history',
  tag: 'live',
  summary: `Get the ingest health of the current stream over the last ${INGEST_HEALTH_HISTORY_SECONDS / 60} minutes`,
  access: 'streamer',
  response: z.object({ points: z.array(ingestHealthPoint) }),
});
