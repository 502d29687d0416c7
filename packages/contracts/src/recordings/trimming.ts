/** How creators trim and split recordings. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';
import { recording } from './recordings.ts';

export const TRIM_RANGES_MAX = 50;

/** On the original time line. */
const range = z
  .object({ startMs: z.int().nonnegative(), endMs: z.int().positive() })
  .refine(({ startMs, endMs }) => startMs < endMs, { error: 'A range ends after it starts.' });

export const recordingTrim = z.object({
  /** Where each segment of the original starts, and where the last one ends: cuts elsewhere are encoded. */
  boundariesMs: z.array(z.int().nonnegative()),
  /** What viewers see, in order. */
  kept: z.array(range),
  /** A trimming whose edges are being encoded, or why that failed. */
  pending: z.object({ share: z.number().min(0).max(1), failure: z.string().nullable() }).nullable(),
});
export type RecordingTrim = z.infer<typeof recordingTrim>;

export const getRecordingTrim = endpoint({
  method: 'GET',
  path: '/api/me/recordings/:id/trim',
  tag: 'recordings',
  summary: 'Get what a trimmed recording keeps, and where it can be cut',
  access: 'streamer',
  perMinute: 120,
  params: byStream,
  response: recordingTrim,
});

export const putRecordingTrim = endpoint({
  method: 'PUT',
  path: '/api/me/recordings/:id/trim',
  tag: 'recordings',
  summary:
    'Keep parts of a recording. Times move to the nearest segments unless they are exact, which takes effect once the edges are encoded; everything else can be kept again later',
  access: 'streamer',
  perMinute: 30,
  params: byStream,
  body: z.object({ kept: z.array(range).min(1).max(TRIM_RANGES_MAX), isExact: z.boolean().optional() }),
  response: recording,
});

export const splitRecording = endpoint({
  method: 'POST',
  path: '/api/me/recordings/:id/split',
  tag: 'recordings',
  summary:
    'End a recording at a moment, and make what follows a private recording of its own, which it returns. The moment moves to the nearest segment; if it is exact, both are trimmed to it once the edges are encoded',
  access: 'streamer',
  perMinute: 12,
  params: byStream,
  /** As viewers see it. */
  body: z.object({ atMs: z.int().positive(), isExact: z.boolean().optional() }),
  response: recording,
});
