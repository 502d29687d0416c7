import { userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** Somebody has subscribed for the first time, or again after an end. */
export const subscriptionStarted = defineEvent(
  'money.subscription_started',
  z.object({ subscriptionId: z.uuid(), creatorId: userId, subscriberId: userId }),
);
