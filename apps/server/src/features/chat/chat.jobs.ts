import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Deletes messages whose retention has ended, every hour. */
export const expireChat = defineJob('chat.expire', z.object({}));
