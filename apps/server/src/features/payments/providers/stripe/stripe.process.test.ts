import { describeProvider } from '../../../../../test/support/payments/provider-conformance.ts';
import { openStripeDriver } from '../../../../../test/support/stripe/stripe-driver.ts';

describeProvider('Stripe', openStripeDriver, [
  'declines',
  'refunds',
  'webhooks',
  'closing webhooks',
  'subscriptions',
  'payouts',
  'disputes',
]);
