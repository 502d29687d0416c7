import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Makes a recording of the uploaded file whose turn it is. */
export const processUploads = defineJob('recordings.process-uploads', z.object({}));

/** The same for small files. */
export const processSmallUploads = defineJob('recordings.process-small-uploads', z.object({}));

/** Wakes the lanes in which uploads wait, every minute: after a failure, or the death of a process. */
export const wakeUploads = defineJob('recordings.wake-uploads', z.object({}));

/** Deletes abandoned uploads, every hour. */
export const expireUploads = defineJob('recordings.expire-uploads', z.object({}));
