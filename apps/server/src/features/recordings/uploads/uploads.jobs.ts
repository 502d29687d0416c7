import { streamId } from '@tributary/contracts';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Makes a recording from an uploaded file. */
export const processUpload = defineJob('recordings.process-upload', z.object({ uploadId: streamId }));

/** Deletes abandoned uploads, every hour. */
export const expireUploads = defineJob('recordings.expire-uploads', z.object({}));
