/** The donation page of a channel: suggested amounts, a goal, and recent donations. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { DONATION_MAX_CENTS, DONATION_MIN_CENTS } from '../payments/constants.ts';
import { amount, currency, moment } from '../payments/fields.ts';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { textLine } from '../shared/fields.ts';
import { amountIn } from '../shared/money.ts';
import { byUsername } from '../shared/params.ts';
import { DONATION_PRESETS_MAX, GOAL_MAX_CENTS, GOAL_TITLE_MAX } from './constants.ts';

export const donationGoal = z.object({
  title: z.string(),
  targetAmount: amount,
  raisedAmount: amount.describe('Donations since the goal was set, less what was taken back'),
  endsAt: moment.nullable(),
});
export type DonationGoal = z.infer<typeof donationGoal>;

export const recentDonation = z.object({
  id: z.uuid(),
  amount,
  message: z.string().describe('Empty if the creator has hidden it'),
  donor: streamerSummary.nullable().describe('Null if anonymous or not signed in'),
  guestName: z
    .string()
    .nullable()
    .describe('The name that a donor without an account gave; null if the creator has hidden it'),
  createdAt: moment,
});
export type RecentDonation = z.infer<typeof recentDonation>;

export const donationPage = z.object({
  isOpen: z.boolean().describe('Whether the creator takes donations'),
  presets: z.array(amount).describe('Suggested amounts'),
  currency,
  goal: donationGoal.nullable().describe('Null if there is none, or if it has ended'),
  recent: z.array(recentDonation).describe('Newest first; empty if the creator does not show them'),
});
export type DonationPage = z.infer<typeof donationPage>;

export const getDonationPage = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/donations',
  tag: 'donations',
  summary: 'Get how a channel asks for donations: suggested amounts, the goal, and recent donations',
  access: 'public',
  params: byUsername,
  response: donationPage,
});

/** The donation page as a live topic, by the channel's username. */
export const donationPageTopic = topic({
  name: 'donations',
  access: 'public',
  argument: z.string().max(64).toLowerCase(),
  snapshot: donationPage,
});

const PRESET_RULE = `Use amounts from ${amountIn(DONATION_MIN_CENTS)} to ${amountIn(DONATION_MAX_CENTS)}.`;
const TARGET_RULE = `Enter an amount from ${amountIn(DONATION_MIN_CENTS)} to ${amountIn(GOAL_MAX_CENTS)}.`;

export const donationPageEdit = z.object({
  isOpen: z.boolean(),
  showsRecent: z.boolean().describe('Whether recent donations are public on the pages of streams'),
  presets: z
    .array(z.int(PRESET_RULE).min(DONATION_MIN_CENTS, PRESET_RULE).max(DONATION_MAX_CENTS, PRESET_RULE))
    .min(1, 'Enter at least one amount.')
    .max(DONATION_PRESETS_MAX, `Use at most ${DONATION_PRESETS_MAX} amounts.`)
    .overwrite((amounts) => [...new Set(amounts)].sort((a, b) => a - b)),
});
export type DonationPageEdit = z.output<typeof donationPageEdit>;

export const donationGoalEdit = z.object({
  title: textLine(GOAL_TITLE_MAX).min(1, 'Enter a title.'),
  targetAmount: z
    .int(TARGET_RULE)
    .min(DONATION_MIN_CENTS, TARGET_RULE)
    .max(GOAL_MAX_CENTS, TARGET_RULE)
    .describe('Minor units'),
  endsAt: moment.nullable().describe('Null: until it is removed'),
});
export type DonationGoalEdit = z.output<typeof donationGoalEdit>;

export const ownDonationPage = z.object({
  isOpen: z.boolean(),
  showsRecent: z.boolean(),
  presets: z.array(amount),
  currency,
  goal: donationGoal.nullable(),
});
export type OwnDonationPage = z.infer<typeof ownDonationPage>;

export const getOwnDonationPage = endpoint({
  method: 'GET',
  path: '/api/me/donation-page',
  tag: 'donations',
  summary: 'Get how the signed-in streamer asks for donations',
  access: 'streamer',
  response: ownDonationPage,
});

export const putDonationPage = endpoint({
  method: 'PUT',
  path: '/api/me/donation-page',
  tag: 'donations',
  summary: 'Set how the signed-in streamer asks for donations',
  access: 'streamer',
  perMinute: 60,
  body: donationPageEdit,
  response: ownDonationPage,
});

export const putDonationGoal = endpoint({
  method: 'PUT',
  path: '/api/me/donation-goal',
  tag: 'donations',
  summary:
    'Set a goal, which counts donations from now on, or change the present one, which keeps its donations',
  access: 'streamer',
  perMinute: 60,
  body: donationGoalEdit,
  response: ownDonationPage,
});

export const deleteDonationGoal = endpoint({
  method: 'DELETE',
  path: '/api/me/donation-goal',
  tag: 'donations',
  summary: 'Remove the goal. Idempotent',
  access: 'streamer',
  perMinute: 60,
  response: ownDonationPage,
});
