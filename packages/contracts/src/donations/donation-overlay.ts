/** Alerts about donations: a page that streaming software shows on top of the video. */
import { z } from 'zod';
import { DONATION_MAX_CENTS } from '../payments/constants.ts';
import { amount, currency } from '../payments/fields.ts';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { amountIn } from '../shared/money.ts';
import { ALERT_BACKGROUNDS, ALERT_PLACES, ALERT_SIZES, ALERT_SOUNDS, ALERT_TEXT_MAX } from './constants.ts';
import { donationGoal } from './donation-pages.ts';

const MINIMUM_RULE = `Enter an amount from ${amountIn(0)} to ${amountIn(DONATION_MAX_CENTS)}.`;

export const alertSettings = z.object({
  minimumAmount: z.int(MINIMUM_RULE).min(0, MINIMUM_RULE).max(DONATION_MAX_CENTS, MINIMUM_RULE),
  text: z
    .string()
    .trim()
    .min(1, 'Enter a text.')
    .max(ALERT_TEXT_MAX, `Use at most ${ALERT_TEXT_MAX} characters.`)
    .describe('`{name}` and `{amount}` are replaced'),
  showsMessage: z.boolean(),
  seconds: z.int().min(3, 'Use 3 to 30 seconds.').max(30, 'Use 3 to 30 seconds.'),
  sound: z.enum(ALERT_SOUNDS),
  volume: z.int().min(0).max(100),
  place: z.enum(ALERT_PLACES),
  size: z.enum(ALERT_SIZES),
  background: z.enum(ALERT_BACKGROUNDS),
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'Choose a color.'),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** 32 bytes: the creator's id, and a code that only the instance can make. */
export const overlayToken = z.string().regex(/^[\w-]{43}$/);

export const donationAlert = z.object({
  id: z.uuid().describe('Stays the same if the alert is sent again'),
  name: z.string().nullable().describe('Null if anonymous or not signed in'),
  amount,
  currency,
  message: z.string(),
  isTest: z.boolean(),
  goal: donationGoal.nullable().describe('The goal, this donation included'),
});
export type DonationAlert = z.infer<typeof donationAlert>;

/** The contents of an overlay. The token gives access to it. */
export const donationOverlayTopic = topic({
  name: 'donation-overlay',
  access: 'public',
  argument: overlayToken,
  snapshot: z.object({ settings: alertSettings, currency, goal: donationGoal.nullable() }),
  append: donationAlert,
});

export const donationOverlay = z.object({
  token: overlayToken.describe(
    'The last part of the addresses /overlay/alerts/{token} and /overlay/goal/{token}',
  ),
  settings: alertSettings,
  currency,
});
export type DonationOverlay = z.infer<typeof donationOverlay>;

export const getDonationOverlay = endpoint({
  method: 'GET',
  path: '/api/me/donation-overlay',
  tag: 'donations',
  summary: 'Get the token and the settings of the signed-in streamer’s overlay',
  access: 'streamer',
  response: donationOverlay,
});

export const putDonationOverlay = endpoint({
  method: 'PUT',
  path: '/api/me/donation-overlay',
  tag: 'donations',
  summary: 'Set how donations look and sound on the signed-in streamer’s overlay',
  access: 'streamer',
  perMinute: 60,
  body: alertSettings,
  response: donationOverlay,
});

export const rotateOverlayToken = endpoint({
  method: 'POST',
  path: '/api/me/donation-overlay/rotate',
  tag: 'donations',
  summary:
    'Replace the token of the signed-in streamer’s overlay. The former address no longer shows anything',
  access: 'streamer',
  perMinute: 10,
  response: donationOverlay,
});

export const testDonationAlert = endpoint({
  method: 'POST',
  path: '/api/me/donation-overlay/test',
  tag: 'donations',
  summary: 'Show a made-up donation on the signed-in streamer’s overlay',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});
