/** Ends subscriptions at their provider whose subscriber or creator is gone. */
import { PAYMENT_PROVIDERS } from '@tributary/contracts';
import { z } from 'zod';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import { ProviderRefused } from '../providers/provider.errors.ts';
import type { SubscriptionsAtProvider } from './subscriptions-at-provider.ts';

export const endAtProvider = defineJob(
  'money.end-subscription',
  z.object({ provider: z.enum(PAYMENT_PROVIDERS), subscriptionId: z.string() }),
);

export const subscriptionJobs = (atProvider: SubscriptionsAtProvider): JobRegistration[] => [
  work(endAtProvider, async (billed) => {
    try {
      await atProvider.change(billed, (api) => api.cancel(billed.subscriptionId, 'now'));
    } catch (error) {
      // It has ended already.
      if (!(error instanceof ProviderRefused)) throw error;
    }
  }),
];
