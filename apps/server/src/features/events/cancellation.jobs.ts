import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Refunds the tickets of a canceled event, and closes its open payment pages. */
export const refundTickets = defineJob(
  'money.refund-tickets',
  z.object({
    eventId: z.uuid(),
    /** Null: the creator's account was deleted. */
    requestedBy: userId.nullable(),
  }),
);
