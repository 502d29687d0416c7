/** Tests the connection: the name and mode of the Stripe account, and whatever would keep money from moving. */
import type Stripe from 'stripe';
import type { StripeApi } from './stripe-api.ts';
import * as objects from './stripe-objects.ts';

/** Read permissions that a restricted key needs, with their names in the Dashboard. */
const READS: readonly (readonly [string, (stripe: Stripe) => Promise<unknown>])[] = [
  ['Customers', (stripe) => stripe.customers.list({ limit: 1 })],
  ['PaymentIntents', (stripe) => stripe.paymentIntents.list({ limit: 1 })],
  ['Charges', (stripe) => stripe.charges.list({ limit: 1 })],
  ['Refunds', (stripe) => stripe.refunds.list({ limit: 1 })],
  ['Disputes', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Invoices', (stripe) => stripe.invoices.list({ limit: 1 })],
  ['Subscriptions', (stripe) => stripe.subscriptions.list({ limit: 1 })],
  ['Checkout Sessions', (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  ['Connected accounts', (stripe) => stripe.accounts.list({ limit: 1 })],
  ['Transfers', (stripe) => stripe.transfers.list({ limit: 1 })],
];

async function unreadable(api: StripeApi): Promise<readonly string[]> {
  const permitted = await Promise.all(READS.map(([, read]) => api.permits(read)));
  return READS.flatMap(([name], index) => (permitted[index] ? [] : [name]));
}

export async function describeConnection(api: StripeApi, isTest: boolean): Promise<string> {
  const account = await api.call(objects.ownAccount, (stripe) => stripe.accounts.retrieveCurrent());
  const name = account.settings?.dashboard.display_name ?? account.id;
  const interval = account.settings?.payouts?.schedule.interval;
  const missing = await unreadable(api);
  return [
    `Connected to the Stripe account ${name} ${isTest ? 'in test mode' : 'with real money'}.`,
    account.charges_enabled ? '' : 'It cannot take payments yet: complete its activation at Stripe.',
    missing.length > 0 ? `The key may not read ${missing.join(', ')}: allow it at Stripe.` : '',
    // An account without a schedule does not say when it pays out.
    interval === undefined || interval === 'manual'
      ? ''
      : `Stripe pays the balance out to your bank (${interval}), so that it is too low for payouts to creators and for refunds. Set payouts to manual at Stripe.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
