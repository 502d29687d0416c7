import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Makes the playlists of an ended stream's recording. */
export const finishRecording = defineJob('recordings.finish', z.object({ streamId }));

/** Deletes the files of a deleted recording. */
export const deleteRecordingFiles = defineJob('recordings.delete-files', z.object({ streamId }));

/** Deletes what was made for an earlier trimming of a recording. */
export const deleteTrimFiles = defineJob(
  'recordings.delete-trim-files',
  z.object({ mediaId: streamId, revision: z.string().regex(/^[0-9a-f]+$/) }),
);

/** Encodes the edges of an exact trimming, and applies it. */
export const trimExactly = defineJob(
  'recordings.trim-exactly',
  z.object({ streamId, revision: z.string().regex(/^[0-9a-f]+$/) }),
);

/** Finishes recordings that were forgotten, every few minutes. */
export const finishRecordings = defineJob('recordings.finish-all', z.object({}));

/** Announces and carries out the end of recordings' retention, every hour. */
export const expireRecordings = defineJob('recordings.expire', z.object({}));

/** Makes a private recording public at the time that its creator chose. */
export const publishRecording = defineJob(
  'recordings.publish',
  z.object({ streamId, publishAt: z.iso.datetime() }),
);

/** Makes the small frames of a recording. */
export const makeRecordingStoryboard = defineJob('recordings.make-storyboard', z.object({ streamId }));

/** Makes the renditions of a recording, or the next part of them. */
export const makeLadder = defineJob('recordings.make-ladder', z.object({ streamId }));

/** Looks for recordings that lack renditions, every minute. */
export const requestLadders = defineJob('recordings.request-ladders', z.object({}));

/** Finds out how large the MP4 file of a recording is. */
export const measureDownload = defineJob('recordings.measure-download', z.object({ streamId }));

/** Moves a thumbnail that a creator uploaded to a URL that nobody knows. */
export const moveThumbnail = defineJob('recordings.move-thumbnail', z.object({ streamId, url: z.string() }));

/** Deletes the thumbnails of a deleted upload. */
export const deleteThumbnails = defineJob(
  'recordings.delete-thumbnails',
  z.object({ streamId, streamerId: userId, url: z.string().nullable() }),
);
