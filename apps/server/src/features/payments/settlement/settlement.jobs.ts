import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Sends one booked refund to its provider. */
export const sendRefund = defineJob('money.send-refund', z.object({ refundId: z.uuid() }));

/** Sends booked refunds again that are still unsent. */
export const sendDueRefunds = defineJob('money.send-due-refunds', z.object({}));

/** Polls providers that send no webhooks. */
export const pollProviders = defineJob('money.poll-providers', z.object({}));

/** Reads unsettled refunds and disputes at their providers. */
export const readOpenCorrections = defineJob('money.read-open-corrections', z.object({}));
