/** Recordings of streams, as their creators manage them. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';

export const RECORDINGS_PAGE_SIZE = 24;

/** Creators are told this many days before a recording's retention ends. */
export const RECORDING_NOTICE_DAYS = 7;

/** `unlisted`: only by the address of the stream's page. `private`: only for its creator and admins. */
export const recordingVisibility = z.enum(['public', 'unlisted', 'private']);
export type RecordingVisibility = z.infer<typeof recordingVisibility>;

export const recording = z.object({
  streamId,
  title: z.string(),
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** `recording`: the stream runs, or its recording is being finished. */
  state: z.enum(['recording', 'ready']),
  visibility: recordingVisibility,
  /** Why the recording stopped before the stream ended. */
  stoppedBy: z.enum(['disk_full', 'quota']).nullable(),
  byteLength: z.int().nonnegative(),
  durationMs: z.int().nonnegative(),
  /** When it will be deleted; null where the instance keeps recordings. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Recording = z.infer<typeof recording>;

const titleOfRecording = z.string().trim().min(1, 'Enter a title.').max(140, 'Use at most 140 characters.');

const recordingEdit = z.object({ title: titleOfRecording, visibility: recordingVisibility }).partial();
export type RecordingEdit = z.infer<typeof recordingEdit>;

export const recordingSettings = z.object({
  /** Whether the channel's streams are recorded. */
  records: z.boolean(),
  /** Whether the instance records at all. */
  isEnabled: z.boolean(),
  /** Days after which a recording is deleted; 0: never. */
  retentionDays: z.int().nonnegative(),
  usedBytes: z.int().nonnegative(),
  /** Null: no limit. */
  quotaBytes: z.int().positive().nullable(),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/me/recordings',
  tag: 'recordings',
  summary: `List the recordings of the signed-in streamer, newest first, ${RECORDINGS_PAGE_SIZE} per page`,
  access: 'streamer',
  query: pageQuery,
  response: pageOf(recording),
});

export const patchRecording = endpoint({
  method: 'PATCH',
  path: '/api/me/recordings/:id',
  tag: 'recordings',
  summary: 'Rename a recording, or change who can watch it',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  body: recordingEdit,
  response: recording,
});

export const deleteRecording = endpoint({
  method: 'DELETE',
  path: '/api/me/recordings/:id',
  tag: 'recordings',
  summary: 'Delete a recording for good. The stream’s page stays',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: z.void(),
});

export const getRecordingSettings = endpoint({
  method: 'GET',
  path: '/api/me/recording-settings',
  tag: 'recordings',
  summary: 'Get whether the channel is recorded, and the storage that its recordings use',
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
  body: z.object({ records: z.boolean() }),
  response: recordingSettings,
});
