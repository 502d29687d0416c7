import type { PaymentProvider } from '@tributary/contracts';

export const PROVIDER_NAMES: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'the sandbox (test money)',
  stripe: 'Stripe',
  paypal: 'PayPal',
  crypto: 'your wallet',
};

/** As the method of a payment in a list. */
export const METHOD_NAMES: Readonly<Record<PaymentProvider, string>> = {
  sandbox: 'Test payment',
  stripe: 'Stripe',
  paypal: 'PayPal',
  crypto: 'Crypto',
};

/** As admins see them. */
export const PROVIDER_TITLES = { ...METHOD_NAMES, sandbox: 'Sandbox' } as const;

/** Who sends payouts. */
export const PAYOUT_SENDERS = { ...PROVIDER_TITLES, manual: 'Bank transfer' } as const;
