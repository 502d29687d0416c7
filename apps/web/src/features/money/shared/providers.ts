import type { PaymentProvider } from '@tributary/contracts';

/** Payment providers by the names that people know. */
export const PROVIDER_NAMES: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'Sandbox',
  stripe: 'Stripe',
  paypal: 'PayPal',
  crypto: 'Crypto',
};

/** Who sends payouts. */
export const PAYOUT_SENDERS = { ...PROVIDER_NAMES, manual: 'Bank transfer' } as const;
