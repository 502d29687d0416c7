/** Viewers' endpoints for subscriptions. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { amount, billingCycle, currency, MONEY_PAGE_SIZE, moment, providerName } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { subscription, tier } from './tiers.ts';

export const ownSubscription = subscription.extend({
  price: amount.describe('Per billing cycle, as agreed'),
  currency,
  credit: amount.describe('The credit of a change of tier, which pays for the next periods'),
  provider: providerName.nullable().describe('The provider that renews it; null if it does not renew'),
  giver: streamerSummary.nullable().describe('The giver of a gift; null if the account was deleted'),
  isHidden: z.boolean().describe('Whether the holder shows no badge for a gift'),
  tier: tier.pick({ id: true, name: true, benefits: true }),
  streamer: streamerSummary.nullable(),
  asOf: moment.describe('The time of this state by the clock of the server'),
});
export type OwnSubscription = z.infer<typeof ownSubscription>;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/me/subscriptions',
  tag: 'memberships',
  summary: `List the user's current and past subscriptions, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(ownSubscription),
});

export const getOwnSubscription = endpoint({
  method: 'GET',
  path: '/api/me/subscriptions/:id',
  tag: 'memberships',
  summary:
    'Get a subscription of the user’s, or one that the user gave. One that was paid for has the id of its checkout',
  access: 'viewer',
  params: byId,
  response: ownSubscription,
});

const tierSubscription = z.object({
  subscription: ownSubscription
    .nullable()
    .describe('The open subscription to the tier, or else the billed one to another tier of the channel'),
  isSubscriber: z.boolean().describe('Whether a subscription to any tier of the channel counts now'),
  trialDays: z
    .int()
    .nonnegative()
    .describe('For a new subscription of the user; one trial per person and tier'),
  nextPayment: z
    .object({ monthly: moment, yearly: moment })
    .describe('When a subscription that starts now is next charged for, after its trial'),
  checkoutId: z.uuid().nullable().describe('An open payment page for a subscription to the channel'),
});
export type TierSubscription = z.infer<typeof tierSubscription>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/tiers/:id/subscription',
  tag: 'memberships',
  summary: 'Get the user’s subscription to a tier or its channel',
  access: 'viewer',
  params: byId,
  response: tierSubscription,
});

export const startSubscription = endpoint({
  method: 'POST',
  path: '/api/tiers/:id/subscription',
  tag: 'memberships',
  summary: 'Subscribe to a free tier. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: tierSubscription,
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/me/subscriptions/:id/cancel',
  tag: 'memberships',
  summary:
    'Cancel a subscription: a paid one at the end of its period, a free or unpaid one at once. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: ownSubscription,
});

const change = { tag: 'memberships', access: 'viewer', perMinute: 30, params: byId } as const;

export const resumeSubscription = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/subscriptions/:id/resume',
  summary: 'Take back a cancellation before the period ends. Idempotent',
  response: ownSubscription,
});

export const subscriptionChange = z.strictObject({
  tierId: z.uuid().describe('A tier with a price of the same channel'),
  cycle: billingCycle,
});
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

export const changeSubscription = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/subscriptions/:id/change',
  summary: 'Move a billed subscription to another tier or billing cycle, at the present price',
  body: subscriptionChange,
  response: z.object({
    subscription: ownSubscription,
    confirmUrl: z
      .string()
      .nullable()
      .describe('The page where the payment provider asks the subscriber to agree first'),
  }),
});

export const getPaymentPortal = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/subscriptions/:id/payment-portal',
  summary: 'Open the page of the payment provider on which the payment method is changed',
  response: z.object({ url: z.string().nullable().describe('Null if the provider has none') }),
});

export const putGiftVisibility = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/subscriptions/:id/visibility',
  summary: 'Hide the badge of a gift, or show it',
  body: z.object({ isHidden: z.boolean() }),
  response: ownSubscription,
});
