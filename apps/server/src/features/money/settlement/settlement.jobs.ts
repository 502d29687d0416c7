import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Asks the provider for a refund that is booked. `feeCents` of the platform's fee return to the creator. */
export const sendRefund = defineJob(
  'money.send-refund',
  z.object({ refundId: z.uuid(), feeCents: z.int().nonnegative() }),
);

/** Asks providers that send no webhooks what has happened. */
export const pollProviders = defineJob('money.poll-providers', z.object({}));
