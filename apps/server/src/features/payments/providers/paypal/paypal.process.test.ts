import { describeProvider } from '../../../../../test/support/payments/provider-conformance.ts';
import { openPaypalDriver } from '../../../../../test/support/paypal/paypal-driver.ts';

describeProvider('PayPal', openPaypalDriver, [
  'declines',
  'refunds',
  'webhooks',
  'subscriptions',
  'payouts',
  'disputes',
]);
