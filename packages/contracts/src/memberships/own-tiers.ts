/** Creators' endpoints for their tiers. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { textLine, textLines } from '../shared/fields.ts';
import { amountIn } from '../shared/money.ts';
import { byId } from '../shared/params.ts';
import {
  BENEFITS_MAX,
  TIER_PRICE_MAX_CENTS,
  TIER_PRICE_MIN_CENTS,
  TIER_PRICE_YEARLY_MAX_CENTS,
  TIERS_MAX,
  TRIAL_DAYS_MAX,
} from './constants.ts';
import { ownTier, ownTiers } from './tiers.ts';

const price = (maxCents: number) =>
  z
    .int(`Enter an amount, such as ${amountIn(500)}.`)
    .refine(
      (cents) => cents === 0 || (cents >= TIER_PRICE_MIN_CENTS && cents <= maxCents),
      `Enter 0 for a free tier, or a price from ${amountIn(TIER_PRICE_MIN_CENTS)} to ${amountIn(maxCents)}.`,
    );

export const tierEdit = z
  .object({
    name: textLine(60).min(1, 'Enter a name.'),
    description: textLines(1000),
    benefits: z
      .array(textLine(140).min(1, 'Enter a benefit.'))
      .max(BENEFITS_MAX, `Enter at most ${BENEFITS_MAX} benefits.`)
      .refine((benefits) => new Set(benefits).size === benefits.length, 'Enter each benefit once.'),
    priceMonthly: price(TIER_PRICE_MAX_CENTS).describe('Minor units; 0 for a free tier'),
    priceYearly: price(TIER_PRICE_YEARLY_MAX_CENTS).describe('Minor units; 0 for a free tier'),
    trialDays: z
      .int('Enter a whole number of days.')
      .min(0, 'Enter 0 for no trial.')
      .max(TRIAL_DAYS_MAX, `Enter at most ${TRIAL_DAYS_MAX} days.`),
  })
  .refine(({ priceMonthly, priceYearly }) => (priceMonthly === 0) === (priceYearly === 0), {
    path: ['priceYearly'],
    message: 'Enter both prices, or 0 for both.',
  })
  .refine(({ priceMonthly, trialDays }) => trialDays === 0 || priceMonthly > 0, {
    path: ['trialDays'],
    message: 'A free tier needs no trial. Enter 0.',
  });
export type TierEdit = z.infer<typeof tierEdit>;

const change = { tag: 'memberships', access: 'streamer', perMinute: 60, response: ownTier } as const;

export const createTier = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/tiers',
  summary: 'Create a tier, which is offered at once as the last one',
  body: tierEdit,
});

export const putTier = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/tiers/:id',
  summary: 'Change a tier. New prices and trials apply to new subscribers',
  params: byId,
  body: tierEdit,
});

export const putTierOrder = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/tier-order',
  summary: 'Set the order of the offered tiers',
  body: z.object({ ids: z.array(z.uuid()).max(TIERS_MAX).describe('All offered tiers') }),
  response: ownTiers,
});

export const archiveTier = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/tiers/:id/archive',
  summary: 'Stop offering a tier. Its subscriptions continue. Idempotent',
  params: byId,
});

export const restoreTier = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/tiers/:id/restore',
  summary: 'Offer an archived tier again, as the last one. Idempotent',
  params: byId,
});

const streamSubscribers = z.object({ isForSubscribers: z.boolean() });

export const getStreamSubscribers = endpoint({
  method: 'GET',
  path: '/api/me/stream-subscribers',
  tag: 'memberships',
  summary: 'Get whether the streams of the channel are for subscribers',
  access: 'streamer',
  response: streamSubscribers,
});

export const putStreamSubscribers = endpoint({
  method: 'PUT',
  path: '/api/me/stream-subscribers',
  tag: 'memberships',
  summary: 'Restrict the running stream and the next ones to subscribers, or open them to the public',
  access: 'streamer',
  perMinute: 30,
  body: streamSubscribers,
  response: streamSubscribers,
});
