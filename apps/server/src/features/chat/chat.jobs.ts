import { streamId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { support } from '#features/payments/index.ts';
import { defineJob } from '#platform/jobs/index.ts';

/** Deletes messages whose retention has ended, every hour. */
export const expireChat = defineJob('chat.expire', z.object({}));

/** Notifies the people whom a message mentions or answers. */
export const notifyOfMention = defineJob(
  'chat.notify_of_mention',
  z.object({ streamId, number: z.int().positive() }),
);

/** Shows a preview of the linked page below a message. */
export const previewLink = defineJob('chat.preview_link', z.object({ streamId, number: z.int().positive() }));

/** Counts the votes of a poll whose time is over. */
export const closePoll = defineJob('chat.close_poll', z.object({ pollId: z.uuid() }));

/** Starts a raid whose process is gone. */
export const departRaidOnTime = defineJob('chat.depart_raid', z.object({ raidId: z.uuid() }));

/** Reports a payment in a chat. */
export const reportSupport = defineJob('chat.report_support', z.object({ streamId, support }));
export type SupportReport = z.infer<typeof reportSupport.schema>;
