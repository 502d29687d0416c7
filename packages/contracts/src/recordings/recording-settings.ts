/** Whether a channel is recorded, and the storage that it uses. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

/** How long creators who want to be asked at the end of a stream have to keep its recording. */
export const RECORDING_DECISION_HOURS = 24;

/** Whether a channel's streams are recorded. `ask`: they are, and deleted unless their creator then keeps them. */
export const recordingPolicy = z.enum(['always', 'ask', 'never']);
export type RecordingPolicy = z.infer<typeof recordingPolicy>;

export const recordingSettings = z.object({
  records: recordingPolicy,
  /** Whether the instance records at all. */
  isEnabled: z.boolean(),
  /** Days after which a recording is deleted; 0: never. */
  retentionDays: z.int().nonnegative(),
  /** Clips are those of the channel’s streams, no matter who made them. */
  usedBytes: z.object({
    recordings: z.int().nonnegative(),
    /** Those that are not processed yet. */
    uploads: z.int().nonnegative(),
    clips: z.int().nonnegative(),
  }),
  /** Of all of these. Null: no limit. */
  quotaBytes: z.int().positive().nullable(),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

export const getRecordingSettings = endpoint({
  method: 'GET',
  path: '/api/me/recording-settings',
  tag: 'recordings',
  summary: 'Get whether the channel is recorded, and the storage that it uses',
  access: 'streamer',
  response: recordingSettings,
});

export const putRecordingSettings = endpoint({
  method: 'PUT',
  path: '/api/me/recording-settings',
  tag: 'recordings',
  summary: 'Record the channel’s streams from the next one on, or do not',
  access: 'streamer',
  perMinute: 60,
  body: z.object({ records: recordingPolicy }),
  response: recordingSettings,
});

export const recordMyStream = endpoint({
  method: 'POST',
  path: '/api/me/stream/record',
  tag: 'recordings',
  summary:
    'Record the live stream of a channel that is not recorded: what can still be rewound, and the rest',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});
