/** Checkouts: intended payments, from the request to the provider's answer. */
import { z } from 'zod';
import { email } from '../identity/sign-in.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLine, userId } from '../shared/fields.ts';
import { isLocalPath } from '../shared/local-path.ts';
import { amountIn } from '../shared/money.ts';
import { byId } from '../shared/params.ts';
import {
  CHECKOUT_STATUSES,
  DONATION_MAX_CENTS,
  DONATION_MESSAGE_MAX,
  DONATION_MIN_CENTS,
  GIFT_MONTHS,
  PURPOSES,
} from './constants.ts';
import { hasLink, LINK_RULE } from './donation-message.ts';
import { amount, billingCycle, currency, moment, providerName } from './fields.ts';
import { GUEST_NAME_MAX } from './guest-name.ts';
import { providerDescription } from './providers.ts';

/** Checkouts that one network may open in a minute. */
const CHECKOUTS_PER_MINUTE = 120;

const common = {
  method: providerName,
  from: z
    .string()
    .max(500)
    .refine(isLocalPath, 'Use a path of this instance.')
    .optional()
    .describe('The page that the payer came from, to which they return afterwards'),
  idempotencyKey: z
    .uuid()
    .describe('Made by the client for one attempt to pay; repeating the request returns the same checkout'),
};

const AMOUNT_RULE = `Enter an amount from ${amountIn(DONATION_MIN_CENTS)} to ${amountIn(DONATION_MAX_CENTS)}.`;

export const donationCheckout = z
  .strictObject({
    ...common,
    purpose: z.literal('donation'),
    streamId: streamId.optional().describe('Donate to the creator of this stream'),
    streamerId: userId.optional().describe('Donate to this creator, without a stream'),
    amount: z
      .int(AMOUNT_RULE)
      .min(DONATION_MIN_CENTS, AMOUNT_RULE)
      .max(DONATION_MAX_CENTS, AMOUNT_RULE)
      .describe('Minor units'),
    message: textLine(DONATION_MESSAGE_MAX)
      .refine((text) => !hasLink(text), LINK_RULE)
      .default(''),
    isAnonymous: z.boolean().default(false).describe('Hides the name from all others, the creator included'),
    guestName: textLine(GUEST_NAME_MAX)
      .refine((name) => !hasLink(name), LINK_RULE)
      .default('')
      .describe('Shown as the donor. Ignored for accounts, which have a name'),
    receiptEmail: email
      .optional()
      .describe(
        'The address for the receipt of the payment. Ignored for accounts, which find it under Billing',
      ),
  })
  .refine((body) => (body.streamId === undefined) !== (body.streamerId === undefined), {
    path: ['streamId'],
    error: 'Name either a stream or a creator.',
  });
export type DonationCheckout = z.output<typeof donationCheckout>;

export const ticketCheckout = z.strictObject({
  ...common,
  purpose: z.literal('ticket'),
  eventId: z
    .uuid()
    .describe('Buy a ticket to this event, which takes a seat until the payment page is closed'),
});
export type TicketCheckout = z.output<typeof ticketCheckout>;

export const subscriptionCheckout = z.strictObject({
  ...common,
  purpose: z.literal('subscription'),
  tierId: z.uuid(),
  cycle: billingCycle,
});
export type SubscriptionCheckout = z.output<typeof subscriptionCheckout>;

export const giftCheckout = z.strictObject({
  ...common,
  purpose: z.literal('gift'),
  tierId: z.uuid(),
  username: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter a username.')
    .max(60)
    .describe('The recipient of the subscription'),
  months: z.literal(GIFT_MONTHS),
});
export type GiftCheckout = z.output<typeof giftCheckout>;

/** One schema per purpose. */
export const checkoutBody = z.discriminatedUnion('purpose', [
  donationCheckout,
  ticketCheckout,
  subscriptionCheckout,
  giftCheckout,
]);
export type CheckoutBody = z.output<typeof checkoutBody>;

export const openCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts',
  tag: 'payments',
  summary: 'Open a payment page. Sets a cookie with which a guest can read the checkout',
  access: 'public',
  body: checkoutBody,
  perMinute: CHECKOUTS_PER_MINUTE,
  response: z.object({
    id: z.uuid(),
    redirectUrl: z.string().describe('The payment page: a URL, or a path of this instance'),
  }),
});

export const checkoutState = z.object({
  id: z.uuid(),
  purpose: z.enum(PURPOSES),
  method: providerName,
  isTest: z.boolean().describe('Whether it is paid with test money'),
  description: z.string(),
  amount: amount.describe(
    'The requested amount; once it is paid, the received one, which can be more or less',
  ),
  currency,
  status: z.enum(CHECKOUT_STATUSES),
  reason: z.string().nullable().describe('Why it was closed without a payment'),
  redirectUrl: z.string().nullable().describe('The payment page while the checkout is open'),
  isProviderReachable: z
    .boolean()
    .describe('Whether the payment provider confirmed an open state just now; if not, ask again'),
  refundsBy: z
    .enum(['provider', 'creator'])
    .describe(
      'Who sends the money back if the payment is refunded: the creator, where it went to their wallet',
    ),
  streamId: streamId.nullable(),
  subjectId: z.uuid().nullable().describe('The event or the tier'),
  expiresAt: moment,
  createdAt: moment,
});
export type CheckoutState = z.infer<typeof checkoutState>;

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/checkouts/:id',
  tag: 'payments',
  summary: 'Get the state of a checkout, for its payer or the browser that opened it',
  access: 'public',
  params: byId,
  response: checkoutState,
});

export const cancelCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts/:id/cancel',
  tag: 'payments',
  summary: 'Close the payment page unless it was paid first. Returns the state afterwards',
  access: 'public',
  params: byId,
  response: checkoutState,
});

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/payment-methods',
  tag: 'payments',
  summary: 'List the ways to pay on this instance',
  access: 'public',
  response: z.object({
    methods: z.array(
      z.object({
        method: providerName,
        label: z.string().describe('The name for payers, such as `Card`'),
        purposes: z.array(z.enum(PURPOSES)),
        isTest: z.boolean().describe('Whether it takes test money only'),
      }),
    ),
    providers: z
      .array(providerDescription)
      .describe(
        'All providers that this instance knows, set up or not, since payments may be from any of them',
      ),
    currency,
    isTestMoney: z.boolean().describe('Whether amounts on this instance are test money'),
  }),
});
export type PaymentMethods = z.infer<typeof listPaymentMethods.response>;
