/** Money (spec section 3): what streamers offer, and what was given for it. All amounts are minor units. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { streamerSummary } from './live.ts';
import { pageOf } from './paging.ts';

/** What the platform keeps of what is given, in hundredths of a percent (spec section 9). */
export const PLATFORM_FEE_BASIS_POINTS = 1000;

export const MONEY_PAGE_SIZE = 25;
/** Tiers that one streamer may offer. */
export const TIERS_MAX = 12;

const amount = z.int().nonnegative().describe('Minor units');
const currency = z.string().describe('ISO 4217');
const moment = z.iso.datetime();
const byId = z.object({ id: z.uuid() });
const byUsername = z.object({ username: z.string().max(64) });
/** Ids are UUIDv7, so the last one of a page says where the next begins. */
const page = z.object({ cursor: z.uuid().optional().describe('`next` of the page before') });

export const donationStatus = z.enum(['completed', 'refunded', 'disputed']);
export type DonationStatus = z.infer<typeof donationStatus>;
export const paymentProvider = z.enum(['stripe', 'paypal']);
export type PaymentProvider = z.infer<typeof paymentProvider>;
export const eventStatus = z.enum(['draft', 'published', 'live', 'ended', 'canceled']);
export type EventStatus = z.infer<typeof eventStatus>;
export const payoutStatus = z.enum(['pending', 'completed', 'failed']);
export type PayoutStatus = z.infer<typeof payoutStatus>;
export const subscriptionStatus = z.enum(['active', 'trialing', 'canceled', 'past_due']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;
export const billingCycle = z.enum(['monthly', 'yearly']);
export type BillingCycle = z.infer<typeof billingCycle>;

const givenDonation = z.object({
  id: z.uuid(),
  amount,
  currency,
  status: donationStatus,
  paymentProvider,
  message: z.string(),
  createdAt: moment,
});

export const donation = givenDonation.extend({
  platformFee: amount,
  netAmount: amount,
  isAnonymous: z.boolean(),
  donor: streamerSummary.nullable().describe('Null when anonymous, or when the account is gone'),
});
export type Donation = z.infer<typeof donation>;

export const listDonations = endpoint({
  method: 'GET',
  path: '/api/me/donations',
  tag: 'money',
  summary: `Donations that the signed-in streamer received, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: page,
  response: pageOf(donation),
});

export const exportDonations = endpoint({
  method: 'GET',
  path: '/api/me/donations.csv',
  tag: 'money',
  summary: 'The same donations as a table for a spreadsheet, whole',
  access: 'streamer',
  perMinute: 10,
  download: 'text/csv',
  response: z.unknown(),
});

export const donationGiven = givenDonation.extend({
  recipient: streamerSummary.nullable().describe('Null when the account is gone'),
});
export type DonationGiven = z.infer<typeof donationGiven>;

export const listDonationsGiven = endpoint({
  method: 'GET',
  path: '/api/me/donations-given',
  tag: 'money',
  summary: `Donations that one gave under one's name, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'viewer',
  query: page,
  response: pageOf(donationGiven),
});

export const EARNINGS_PERIODS = ['30d', '90d', '12m'] as const;
export const earningsPeriod = z.enum(EARNINGS_PERIODS);
export type EarningsPeriod = z.infer<typeof earningsPeriod>;

/** Completed donations, and tickets of events that have ended: what comes before may yet be refunded. */
export const earnings = z.object({
  currency,
  feeBasisPoints: z.int(),
  bucket: z.enum(['day', 'week', 'month']),
  totals: z.object({
    amount: amount.describe('What people gave'),
    platformFee: amount,
    netAmount: amount,
    donations: z.int(),
    tickets: z.int(),
  }),
  netAmountBefore: amount.describe('Of the period as long before this one'),
  /** Net amounts, one entry a bucket, also for those in which nothing came. Days begin in UTC. */
  series: z.array(z.object({ from: moment, donations: amount, tickets: amount })),
});
export type Earnings = z.infer<typeof earnings>;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/me/earnings',
  tag: 'money',
  summary: 'What the signed-in streamer was given over time, with the fee and what is left',
  access: 'streamer',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});

export const tier = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  priceMonthly: amount.nullable().describe('Null or 0, as the yearly one: free'),
  priceYearly: amount.nullable(),
  currency,
  trialDays: z.int().nonnegative(),
  benefits: z.array(z.string()),
});
export type Tier = z.infer<typeof tier>;

export const ownTier = tier.extend({
  isActive: z.boolean(),
  subscribers: z.object({ active: z.int(), trialing: z.int(), pastDue: z.int() }),
});
export type OwnTier = z.infer<typeof ownTier>;

export const listOwnTiers = endpoint({
  method: 'GET',
  path: '/api/me/tiers',
  tag: 'money',
  summary: "The signed-in streamer's tiers with how many subscribe to each, the cheapest first",
  access: 'streamer',
  response: z.object({
    tiers: z.array(ownTier),
    /** Of active subscriptions, a yearly one being a twelfth of its price. */
    netAMonth: amount.describe('What active subscriptions bring in a month, less the fee'),
    currency,
  }),
});

const subscription = z.object({
  id: z.uuid(),
  status: subscriptionStatus,
  billingCycle,
  currentPeriodStart: moment,
  currentPeriodEnd: moment,
  trialEnd: moment.nullable(),
  createdAt: moment,
});

export const subscriber = subscription.extend({ subscriber: streamerSummary.nullable() });
export type Subscriber = z.infer<typeof subscriber>;

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/me/tiers/:id/subscribers',
  tag: 'money',
  summary: `Who subscribes to a tier of one's own, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'streamer',
  params: byId,
  query: page,
  response: pageOf(subscriber),
});

export const ownSubscription = subscription.extend({
  price: amount.describe('Of one billing cycle'),
  currency,
  tier: tier.pick({ id: true, name: true, benefits: true }),
  streamer: streamerSummary.nullable(),
});
export type OwnSubscription = z.infer<typeof ownSubscription>;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/me/subscriptions',
  tag: 'money',
  summary: `What one subscribes to or did, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'viewer',
  query: page,
  response: pageOf(ownSubscription),
});

export const listTiers = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/tiers',
  tag: 'money',
  summary: 'The tiers that a channel offers, the cheapest first',
  access: 'public',
  params: byUsername,
  response: z.object({ tiers: z.array(tier) }),
});

const eventBase = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  eventDate: moment,
  timezone: z.string().describe('IANA name: where the date is meant'),
  durationMinutes: z.int().positive(),
  priceCents: amount.describe('0: open to all'),
  currency,
  capacity: z.int().positive().nullable().describe('Null: as many as come'),
  status: eventStatus,
});

export const publicEvent = eventBase.extend({
  ticketsLeft: z.int().nonnegative().nullable().describe('Null: as many as come'),
  creator: streamerSummary.nullable(),
});
export type PublicEvent = z.infer<typeof publicEvent>;

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/events/:id',
  tag: 'money',
  summary: 'One announced event; a draft is nobody else’s to see',
  access: 'public',
  params: byId,
  response: publicEvent,
});

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/events',
  tag: 'money',
  summary: `Events of a channel that are announced or on, the next first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'public',
  params: byUsername,
  query: page,
  response: pageOf(publicEvent),
});

export const ownEvent = eventBase.extend({
  totalTicketsSold: z.int().nonnegative(),
  totalRevenueCents: amount,
  platformCommissionCents: amount,
  commissionRatePercent: z.number(),
});
export type OwnEvent = z.infer<typeof ownEvent>;

export const listOwnEvents = endpoint({
  method: 'GET',
  path: '/api/me/events',
  tag: 'money',
  summary: `The signed-in streamer's events, latest date first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: page,
  response: pageOf(ownEvent),
});

export const payout = z.object({
  id: z.uuid(),
  amount,
  currency,
  status: payoutStatus,
  periodStart: moment,
  periodEnd: moment.describe('Up to but not with'),
  dueDate: moment,
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/me/payouts',
  tag: 'money',
  summary: `The signed-in streamer's payouts, newest period first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: page,
  response: pageOf(payout).extend({
    unpaid: amount.describe('Earned, and in no payout, or in one that failed'),
    currency,
  }),
});

export const adminDonation = donation.extend({ recipient: streamerSummary.nullable() });
export type AdminDonation = z.infer<typeof adminDonation>;

export const listAllDonations = endpoint({
  method: 'GET',
  path: '/api/admin/donations',
  tag: 'money',
  summary: `All donations, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'admin',
  query: page.extend({ status: donationStatus.optional() }),
  response: pageOf(adminDonation),
});

export const exportAllDonations = endpoint({
  method: 'GET',
  path: '/api/admin/donations.csv',
  tag: 'money',
  summary: 'The same donations as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: z.object({ status: donationStatus.optional() }),
  download: 'text/csv',
  response: z.unknown(),
});

export const adminPayout = payout.extend({ streamer: streamerSummary.nullable() });
export type AdminPayout = z.infer<typeof adminPayout>;

export const listAllPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  tag: 'money',
  summary: `All payouts, newest first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'admin',
  query: page.extend({ status: payoutStatus.optional() }),
  response: pageOf(adminPayout),
});

export const exportAllPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts.csv',
  tag: 'money',
  summary: 'The same payouts as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: z.object({ status: payoutStatus.optional() }),
  download: 'text/csv',
  response: z.unknown(),
});

export const adminEvent = ownEvent.extend({ creator: streamerSummary.nullable() });
export type AdminEvent = z.infer<typeof adminEvent>;

export const listAllEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  tag: 'money',
  summary: `All events, latest date first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'admin',
  query: page,
  response: pageOf(adminEvent),
});

export const getAllEarnings = endpoint({
  method: 'GET',
  path: '/api/admin/earnings',
  tag: 'money',
  summary: 'What was given on the whole instance over time, with what the platform keeps',
  access: 'admin',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});
