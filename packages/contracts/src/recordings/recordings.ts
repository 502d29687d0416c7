/** Recordings of streams, as their creators manage them. */
import { z } from 'zod';
import { chapter, chapters } from '../shared/chapters.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLine, textLines } from '../shared/fields.ts';
import { IMAGE_SIZES, imageUpload } from '../shared/images.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';

export const RECORDINGS_PAGE_SIZE = 24;

/** Creators are told this many days before a recording's retention ends. */
export const RECORDING_NOTICE_DAYS = 7;

/** A deleted recording can be restored for this many days. */
export const DELETED_RECORDING_DAYS = 7;

export const RECORDING_TITLE_MAX = 140;
export const RECORDING_DESCRIPTION_MAX = 5_000;

/**
 * `unlisted`: only by the address of the stream's page. `subscribers`: only for subscribers of the channel.
 * `private`: only for its creator and admins.
 */
export const recordingVisibility = z.enum(['public', 'unlisted', 'subscribers', 'private']);
export type RecordingVisibility = z.infer<typeof recordingVisibility>;

/** The renditions of a recording, which are made in the background. */
const recordingQualities = z.object({
  /** `making` also while it waits. `failed`: it is tried again the next day. */
  state: z.enum(['making', 'ready', 'failed']),
  /** The largest first. */
  names: z.array(z.string()),
  /** How much of them is made, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** Whether viewers can choose them. */
  isOffered: z.boolean(),
  /** Why they wait or have failed, and what to do. */
  problem: z.string().nullable(),
});
export type RecordingQualities = z.infer<typeof recordingQualities>;

export const recording = z.object({
  streamId,
  title: z.string(),
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** An upload, and a part that was split off, never ran. An upload starts when it was processed. */
  source: z.enum(['live', 'upload']),
  startedAt: z.iso.datetime(),
  /** `recording`: the stream runs, or its recording is being finished. `deleted`: it can still be restored. */
  state: z.enum(['recording', 'ready', 'deleted']),
  visibility: recordingVisibility,
  /** Only holders of a ticket for this event can watch it, whatever its visibility. */
  eventId: z.uuid().nullable(),
  description: z.string(),
  /** By the time of their start. */
  chapters: z.array(chapter),
  /** Whether those who may watch it may download it. */
  allowsDownload: z.boolean(),
  /** When a private recording becomes public. */
  publishAt: z.iso.datetime().nullable(),
  hasCustomThumbnail: z.boolean(),
  /** Another one after each trimming; null: it is whole. */
  revision: z.string().nullable(),
  /** Why the recording stopped before the stream ended. */
  stoppedBy: z.enum(['disk_full', 'quota']).nullable(),
  /** Of what viewers get. */
  byteLength: z.int().nonnegative(),
  /** Of everything that is stored for it: what was cut and the storyboard too. */
  storedByteLength: z.int().nonnegative(),
  durationMs: z.int().nonnegative(),
  /** False: it is sound alone. */
  hasVideo: z.boolean(),
  /** Null: none are being made. */
  qualities: recordingQualities.nullable(),
  /** Live and since, as on the page of the stream; since its end once a day for each browser. */
  views: z.int().nonnegative(),
  /** By all viewers, live and since. */
  watchedSeconds: z.int().nonnegative(),
  /** When it is deleted unless its creator chooses its visibility, which keeps it; null where it is kept. */
  decideBy: z.iso.datetime().nullable(),
  /** When its files will be deleted; null where the instance keeps recordings. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Recording = z.infer<typeof recording>;

const recordingEdit = z
  .object({
    title: textLine(RECORDING_TITLE_MAX).min(1, 'Enter a title.'),
    description: textLines(RECORDING_DESCRIPTION_MAX),
    visibility: recordingVisibility,
    chapters,
    allowsDownload: z.boolean(),
    /** Null: it stays private. Any other visibility than private removes the time. */
    publishAt: z.iso.datetime().nullable(),
  })
  .partial();
export type RecordingEdit = z.infer<typeof recordingEdit>;

export const recordingOrder = z.enum(['newest', 'oldest', 'views', 'watched', 'size']);
export type RecordingOrder = z.infer<typeof recordingOrder>;

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/me/recordings',
  tag: 'recordings',
  summary: `List the recordings of the signed-in streamer, newest first or in another order, ${RECORDINGS_PAGE_SIZE} per page`,
  access: 'streamer',
  query: pageQuery.extend({ order: recordingOrder.optional() }),
  response: pageOf(recording),
});

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/me/recordings/:id',
  tag: 'recordings',
  summary: 'Get one recording of the signed-in streamer',
  access: 'streamer',
  params: byStream,
  response: recording,
});

export const patchRecording = endpoint({
  method: 'PATCH',
  path: '/api/me/recordings/:id',
  tag: 'recordings',
  summary: 'Change a recording’s title, description, chapters, or who can watch and download it',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  body: recordingEdit,
  response: recording,
});

export const putRecordingThumbnail = endpoint({
  method: 'PUT',
  path: '/api/me/recordings/:id/thumbnail',
  tag: 'recordings',
  summary: `Set the thumbnail of a recording; cropped to a WebP image of ${IMAGE_SIZES.thumbnail.width} by ${IMAGE_SIZES.thumbnail.height}`,
  access: 'streamer',
  perMinute: 12,
  params: byStream,
  upload: imageUpload,
  response: recording,
});

export const deleteRecordingThumbnail = endpoint({
  method: 'DELETE',
  path: '/api/me/recordings/:id/thumbnail',
  tag: 'recordings',
  summary: 'Remove the uploaded thumbnail of a recording',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: recording,
});

export const deleteRecording = endpoint({
  method: 'DELETE',
  path: '/api/me/recordings/:id',
  tag: 'recordings',
  summary: `Delete a recording. It can be restored for ${DELETED_RECORDING_DAYS} days. The stream’s page stays`,
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: z.void(),
});

export const listDeletedRecordings = endpoint({
  method: 'GET',
  path: '/api/me/deleted-recordings',
  tag: 'recordings',
  summary: 'List the deleted recordings that can still be restored, newest first',
  access: 'streamer',
  query: pageQuery,
  response: pageOf(recording),
});

export const restoreRecording = endpoint({
  method: 'POST',
  path: '/api/me/deleted-recordings/:id/restore',
  tag: 'recordings',
  summary: 'Restore a deleted recording',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: recording,
});

export const purgeRecording = endpoint({
  method: 'DELETE',
  path: '/api/me/deleted-recordings/:id',
  tag: 'recordings',
  summary: 'Delete a deleted recording permanently, which frees its storage',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: z.void(),
});
