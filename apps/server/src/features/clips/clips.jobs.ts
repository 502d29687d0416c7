import { clipId } from '@tributary/contracts/clips';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

export const deleteClipFiles = defineJob('clips.delete-files', z.object({ clipId }));
