import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Asks the provider for a refund that is booked. */
export const sendRefund = defineJob('money.send-refund', z.object({ refundId: z.uuid() }));

/** Asks for those again that were not sent. */
export const sendDueRefunds = defineJob('money.send-due-refunds', z.object({}));

/** Asks providers that send no webhooks what has happened. */
export const pollProviders = defineJob('money.poll-providers', z.object({}));

/** Asks providers for refunds and disputes that are not settled. */
export const readOpenCorrections = defineJob('money.read-open-corrections', z.object({}));
