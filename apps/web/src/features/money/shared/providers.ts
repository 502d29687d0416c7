import type { PaymentProvider } from '@tributary/contracts';

/** Payment providers by the names that people know. */
export const PROVIDER_NAMES: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'Sandbox',
  stripe: 'Stripe',
  paypal: 'PayPal',
  crypto: 'Crypto',
};
