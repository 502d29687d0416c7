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
