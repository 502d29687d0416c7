/** The state and money of subscriptions at the local PayPal server, with which this instance has to agree. */
import { expect } from 'vitest';
import { periodAfter } from '../../../src/features/payments/providers/billing-period.ts';
import { byId } from '../properties/booked-rows.ts';
import { cents, type PaypalStore, refundedOf, type Sale, type Subscription } from './paypal-store.ts';

/** The checkout that has started a subscription. */
export const checkoutOf = ({ custom_id: id = '' }: Subscription): string => id.replace('checkout:', '');

export function createSubscriptionTruth(store: PaypalStore) {
  const salesOf = ({ id }: Subscription): Sale[] =>
    store.all('sale').filter(({ subscriptionId }) => subscriptionId === id);

  const lostOf = (saleId: string): number =>
    store
      .all('dispute')
      .filter(({ transactionId }) => transactionId === saleId)
      .reduce((sum, { bankCents }) => sum + bankCents, 0);

  /** The part of a payment that was not taken back, in cents. */
  const leftOf = ({ id, amount, refunds }: Sale): number => cents(amount) - refundedOf(refunds) - lostOf(id);

  function stateOf(one: Subscription) {
    const plan = store.get('plan', one.plan_id);
    const cycle = plan.billing_cycles.at(-1)?.frequency.interval_unit;
    const last = salesOf(one).at(-1) ?? expect.fail(`The subscription ${one.id} was never paid`);
    const end = periodAfter(new Date(last.time), cycle === 'YEAR' ? 'yearly' : 'monthly');
    const isFailing = one.failedPayments > 0;
    const isRunning = one.status === 'ACTIVE' || one.status === 'SUSPENDED';
    // The plan of a closed payment page is inactive.
    const isOver =
      plan.status === 'INACTIVE' || (isFailing ? !isRunning : one.status !== 'ACTIVE' && end <= store.now);
    const status = isOver ? 'canceled' : isFailing ? 'past_due' : 'active';
    return {
      id: checkoutOf(one),
      status,
      price: cents(last.amount),
      ...(status !== 'canceled' && { end, ends: one.status !== 'ACTIVE' && status === 'active' }),
    };
  }

  return {
    leftOf,
    /** Subscriptions that PayPal renews now. */
    active: () => store.all('subscription').filter(({ status }) => status === 'ACTIVE'),
    /** Subscriptions that PayPal renews, or would renew after they are resumed. */
    running: () => store.all('subscription').filter(({ status }) => /^(ACTIVE|SUSPENDED)$/.test(status)),
    payments: () =>
      store
        .all('sale')
        .map((sale) => ({
          id: sale.id,
          amount: cents(sale.amount),
          refunded: refundedOf(sale.refunds),
          lost: lostOf(sale.id),
        }))
        .toSorted(byId),
    states: () =>
      store
        .all('subscription')
        .filter((one) => salesOf(one).length > 0)
        .map(stateOf)
        .toSorted(byId),
    /** Subscriptions whose present period is paid and not refunded. */
    entitled: () =>
      store.all('subscription').filter((one) => {
        const last = salesOf(one).at(-1);
        if (!last || leftOf(last) === 0) return false;
        const { status, end } = stateOf(one);
        return status === 'active' && end !== undefined && store.now < end;
      }),
  };
}
