/** The keys of Stripe, and how it starts. */
import { z } from 'zod';
import { defineProvider } from '../provider-definition.ts';

export const stripeDefinition = defineProvider(
  'stripe',
  {
    secretKey: z
      .string()
      .regex(/^[rs]k_(?:test|live)_\w+$/, 'Use a secret key, sk_..., or a restricted key, rk_... .'),
    webhookSecret: z
      .string()
      .regex(/^whsec_\w+(?:, *whsec_\w+)*$/, 'Use signing secrets, whsec_..., separated by commas.'),
  },
  async ({ secretKey, webhookSecret }) => {
    const { createStripe } = await import('./stripe.ts');
    return createStripe({ secretKey, webhookSecrets: webhookSecret.split(/, */) });
  },
);
