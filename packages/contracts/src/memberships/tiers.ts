/** Subscription tiers and their subscribers. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { amount, billingCycle, currency, MONEY_PAGE_SIZE, moment } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId, byUsername, order } from '../shared/params.ts';
import { SUBSCRIBER_SORTS, SUBSCRIPTION_STATUSES } from './constants.ts';

export const tier = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  priceMonthly: amount.nullable().describe('A tier is free if both prices are null or 0'),
  priceYearly: amount.nullable(),
  currency,
  trialDays: z.int().nonnegative(),
  benefits: z.array(z.string()),
});
export type Tier = z.infer<typeof tier>;

export const ownTier = tier.extend({
  isActive: z.boolean(),
  subscribers: z.object({ active: z.int(), trialing: z.int(), pastDue: z.int(), canceled: z.int() }),
});
export type OwnTier = z.infer<typeof ownTier>;

export const ownTiers = z.object({
  tiers: z.array(ownTier),
  netPerMonth: amount.describe(
    'Monthly revenue of active subscriptions that renew, after the fee, at the prices that subscribers agreed to. A yearly one counts a twelfth of its price',
  ),
  currency,
});
export type OwnTiers = z.infer<typeof ownTiers>;

export const listOwnTiers = endpoint({
  method: 'GET',
  path: '/api/me/tiers',
  tag: 'memberships',
  summary:
    'List the signed-in streamer’s tiers with subscriber counts: the offered ones in order, then the archived ones',
  access: 'streamer',
  response: ownTiers,
});

export const subscription = z.object({
  id: z.uuid(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  billingCycle,
  currentPeriodStart: moment,
  currentPeriodEnd: moment,
  trialEnd: moment.nullable(),
  cancelAtPeriodEnd: z.boolean().describe('It was canceled, and ends with its period'),
  isGift: z.boolean().describe('Paid once by another person; ends with its period'),
  createdAt: moment,
});

export const subscriber = subscription.extend({ subscriber: streamerSummary.nullable() });
export type Subscriber = z.infer<typeof subscriber>;

export const subscriberFilter = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  sort: z.enum(SUBSCRIBER_SORTS).default('createdAt'),
  order,
});
export type SubscriberFilter = z.output<typeof subscriberFilter>;

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/me/tiers/:id/subscribers',
  tag: 'memberships',
  summary: `List the subscribers of a tier of the signed-in streamer, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  params: byId,
  query: subscriberFilter.extend(pageQuery.shape),
  response: pageOf(subscriber),
});

export const exportSubscribers = endpoint({
  ...csvExport,
  path: '/api/me/tiers/:id/subscribers.csv',
  tag: 'memberships',
  summary: 'Export the subscribers of a tier as CSV',
  access: 'streamer',
  params: byId,
  query: subscriberFilter,
});

export const listTiers = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/tiers',
  tag: 'memberships',
  summary: 'List the tiers that a channel offers, in its order',
  access: 'public',
  params: byUsername,
  response: z.object({ tiers: z.array(tier) }),
});

export const offeredTier = tier.extend({ streamer: streamerSummary });
export type OfferedTier = z.infer<typeof offeredTier>;

export const getTier = endpoint({
  method: 'GET',
  path: '/api/tiers/:id',
  tag: 'memberships',
  summary: 'Get a tier that is offered, with its channel',
  access: 'public',
  params: byId,
  response: offeredTier,
});
