/** The keys of Stripe, and how it starts. */
import { z } from 'zod';
import { defineProvider } from '../provider-definition.ts';

export const stripeDefinition = defineProvider(
  'stripe',
  {
    secretKey: z
      .string()
      .regex(/^[rs]k_(?:test|live)_\w+$/, 'Use a secret key, sk_..., or a restricted key, rk_... .')
      .describe('Secret key'),
    webhookSecret: z
      .string()
      .regex(/^whsec_\w+(?:, *whsec_\w+)*$/, 'Use signing secrets, whsec_..., separated by commas.')
      .describe('Signing secrets of both webhook endpoints, separated by a comma'),
  },
  async ({ secretKey, webhookSecret }, { log }) => {
    const { createStripe } = await import('./stripe.ts');
    return createStripe({ secretKey, webhookSecrets: webhookSecret.split(/, */), log });
  },
  [
    {
      sender: 'Your account',
      events: [
        'checkout.session.completed',
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
        'checkout.session.expired',
        'charge.refunded',
        'refund.updated',
        'refund.failed',
        'charge.dispute.created',
        'charge.dispute.updated',
        'charge.dispute.closed',
        'customer.subscription.created',
        'customer.subscription.updated',
        'customer.subscription.deleted',
        'invoice.paid',
        'invoice.payment_failed',
        'transfer.reversed',
      ],
    },
    { sender: 'Connected accounts', events: ['account.updated'] },
  ],
);
