import type { PaymentProvider } from '@tributary/contracts';

/** Payment providers by the names that people know. */
export const PROVIDER_NAMES: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'Sandbox',
  stripe: 'Stripe',
  paypal: 'PayPal',
  crypto: 'Crypto',
};

/** As admins see them. */
export const PROVIDER_TITLES = { ...METHOD_NAMES, sandbox: 'Sandbox' } as const;

/** Who sends payouts. */
export const PAYOUT_SENDERS = { ...PROVIDER_TITLES, manual: 'Bank transfer' } as const;
