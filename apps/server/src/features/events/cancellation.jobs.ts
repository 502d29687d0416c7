import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** An event was canceled: takes back what was paid for its tickets, and closes the payment pages that are open. */
export const refundTickets = defineJob(
  'money.refund-tickets',
  z.object({
    eventId: z.uuid(),
    /** Null: the creator's account was deleted. */
    requestedBy: userId.nullable(),
  }),
);
