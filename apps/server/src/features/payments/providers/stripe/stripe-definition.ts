/** The keys of Stripe, and its start. */
import { z } from 'zod';
import { defineProvider, type WebhookSender } from '../provider-definition.ts';

const WEBHOOKS: readonly WebhookSender[] = [
  {
    sender: 'Your account',
    events: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'invoice.payment_failed',
      'transfer.reversed',
    ],
  },
  { sender: 'Connected accounts', events: ['account.updated'] },
];

export const stripeDefinition = defineProvider(
  {
    name: 'stripe',
    label: 'Stripe',
    methodLabel: 'Card',
    summary: 'Cards and bank payments, subscriptions, and payouts to creators.',
    purposes: ['donation', 'ticket', 'subscription', 'gift'],
    heldBy: 'creator_net',
    proratesSubscriptions: true,
    webhooks: WEBHOOKS,
  },
  {
    secretKey: z
      .string()
      .regex(/^[rs]k_(?:test|live)_\w+$/, 'Use a secret key, sk_..., or a restricted key, rk_... .')
      .meta({ title: 'Secret key' }),
    webhookSecret: z
      .string()
      .regex(/^whsec_\w+(?:, *whsec_\w+)*$/, 'Use signing secrets, whsec_..., separated by commas.')
      .meta({ title: 'Signing secrets', description: 'Of both webhook endpoints, separated by a comma.' }),
  },
  async ({ secretKey, webhookSecret }, { log }) => {
    const { createStripe } = await import('./stripe.ts');
    return createStripe({ secretKey, webhookSecrets: webhookSecret.split(/, */), log });
  },
);
