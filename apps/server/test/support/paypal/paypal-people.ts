/** Actions of payers, of the account's owner and of PayPal itself at the local PayPal server. */
import { periodAfter } from '../../../src/features/payments/providers/billing-period.ts';
import { DAY_MS } from '../../../src/platform/durations.ts';
import { amountOf, disputeJson, leftOf, refundsOf } from './paypal-account-endpoints.ts';
import type { Context } from './paypal-endpoint.ts';
import {
  captureJson,
  orderJson,
  type RefundKind,
  refundJson,
  refundOrder,
} from './paypal-order-endpoints.ts';
import { settleBatch } from './paypal-payout-endpoints.ts';
import {
  type Batch,
  cents,
  dollars,
  type Refund,
  refundedOf,
  type Sale,
  type Subscription,
} from './paypal-store.ts';
import { refundSale, saleJson, subscriptionJson } from './paypal-subscription-endpoints.ts';

interface DisputeOptions {
  readonly stage?: 'INQUIRY' | 'CHARGEBACK';
  /** The whole payment by default. */
  readonly amountCents?: number;
  readonly isHeld?: boolean;
}

interface DisputeEnd {
  /** The amount that the payer gets back now; by default what the seller has not refunded meanwhile. */
  readonly takenCents?: number;
  /** The money leaves the account without a reversal that PayPal lists. */
  readonly byBank?: boolean;
}

/** PayPal retries a payment after five days. */
const RETRY_MS = 5 * DAY_MS;

const OUTCOMES = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const;

export function createPeople(context: Context) {
  const { store, bank, emit } = context;

  const regularOf = ({ plan_id: planId }: Subscription) => {
    const cycle = store.get('plan', planId).billing_cycles.at(-1);
    return { unit: cycle?.frequency.interval_unit, price: cycle?.pricing_scheme?.fixed_price ?? dollars(0) };
  };

  function charge(subscription: Subscription): Sale {
    const { unit, price } = regularOf(subscription);
    const sale = store.add('sale', {
      subscriptionId: subscription.id,
      amount: price,
      time: store.time,
      refunds: [],
      complaint: null,
    });
    subscription.failedPayments = 0;
    subscription.nextBilling = periodAfter(store.now, unit === 'YEAR' ? 'yearly' : 'monthly');
    emit('PAYMENT.SALE.COMPLETED', 'sale', saleJson(sale));
    return sale;
  }

  function approveOrder(id: string): void {
    const order = store.get('order', id);
    if (order.status !== 'CREATED' && order.status !== 'PAYER_ACTION_REQUIRED') {
      throw new Error(`The order ${id} is ${order.status}`);
    }
    order.status = 'APPROVED';
    order.update_time = store.time;
    emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', orderJson(context, order));
  }

  function approveSubscription(id: string): void {
    const subscription = store.get('subscription', id);
    if (subscription.status !== 'APPROVAL_PENDING')
      throw new Error(`The subscription ${id} is ${subscription.status}`);
    const [first] = store.get('plan', subscription.plan_id).billing_cycles;
    subscription.status = 'ACTIVE';
    subscription.start_time = store.time;
    if (first?.tenure_type === 'TRIAL') {
      subscription.nextBilling = new Date(store.now.getTime() + first.frequency.interval_count * DAY_MS);
    } else {
      charge(subscription);
    }
    emit('BILLING.SUBSCRIPTION.ACTIVATED', 'subscription', subscriptionJson(context, subscription));
  }

  function takeBack(paymentId: string, amountCents: number, kind: RefundKind): string {
    const amount = dollars(amountCents);
    const sale = store.all('sale').find(({ id }) => id === paymentId);
    if (sale) return refundSale(context, sale, { amount, custom_id: undefined }, kind).id;
    const order = store.orderOf(paymentId);
    return refundOrder(context, order, { amount, custom_id: order.custom_id }, kind).id;
  }

  function complain(transactionId: string, complaint: 'BUYER_COMPLAINT' | 'CHARGEBACK' | null): void {
    const order = store.all('order').find(({ capture }) => capture?.id === transactionId);
    const payment = order?.capture ?? store.all('sale').find(({ id }) => id === transactionId);
    if (payment) payment.complaint = complaint;
  }

  function setStatus(id: string, status: Subscription['status'], event: string): void {
    const subscription = store.get('subscription', id);
    subscription.status = status;
    subscription.note = null;
    emit(`BILLING.SUBSCRIPTION.${event}`, 'subscription', subscriptionJson(context, subscription));
  }

  return {
    /** The payer agrees on the page of an order or a subscription. */
    approve: (id: string): void => (id.startsWith('I-') ? approveSubscription(id) : approveOrder(id)),

    /** Completes or declines a pending capture. */
    settleCapture(captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
      const order = store.orderOf(captureId);
      if (order.capture) order.capture.status = status;
      emit(`PAYMENT.CAPTURE.${status === 'DECLINED' ? 'DENIED' : status}`, 'capture', captureJson(order));
    },

    /** Refunds in PayPal's dashboard, where a refund repeats the `custom_id` of its payment. */
    refund: (paymentId: string, amountCents: number, status: Refund['status'] = 'COMPLETED'): string =>
      takeBack(paymentId, amountCents, { status }),

    /** Completes or fails a pending refund. */
    settleRefund(refundId: string, status: 'COMPLETED' | 'FAILED'): void {
      const refund = refundsOf(context).find(({ id }) => id === refundId);
      if (!refund) throw new Error(`There is no refund ${refundId}`);
      refund.status = status;
      // PayPal announces no failed refunds of payments of subscriptions.
      const isOfOrder = store.all('order').some(({ refunds }) => refunds.includes(refund));
      if (status === 'FAILED' && isOfOrder)
        emit('PAYMENT.REFUND.FAILED', 'refund', refundJson(context, refund));
    },

    /** A payer disputes a payment or a part of it, and PayPal may hold the money meanwhile. */
    dispute(
      transactionId: string,
      { stage = 'CHARGEBACK', amountCents, isHeld }: DisputeOptions = {},
    ): string {
      const amount = amountCents === undefined ? amountOf(context, transactionId) : dollars(amountCents);
      const dispute = store.add('dispute', {
        transactionId,
        amount,
        create_time: store.time,
        stage,
        status: 'WAITING_FOR_SELLER_RESPONSE',
        outcome: null,
        refunded: null,
        bankCents: 0,
        said: [],
        update_time: store.time,
      });
      if (isHeld) complain(transactionId, stage === 'INQUIRY' ? 'BUYER_COMPLAINT' : 'CHARGEBACK');
      emit('CUSTOMER.DISPUTE.CREATED', 'dispute', disputeJson(context, dispute));
      return dispute.id;
    },

    /** Pays the payer back by a reversal, unless the bank has done so or refunds of the seller have. */
    closeDispute(id: string, outcome: 'won' | 'lost', options: DisputeEnd = {}): void {
      const dispute = store.get('dispute', id);
      const { transactionId, amount } = dispute;
      dispute.status = 'RESOLVED';
      dispute.update_time = store.time;
      dispute.outcome = OUTCOMES[outcome];
      complain(transactionId, null);
      if (outcome === 'lost') {
        const given = refundsOf(context).filter(
          ({ of, create_time: at }) => of === transactionId && at >= dispute.create_time,
        );
        const givenCents = Math.min(cents(amount), refundedOf(given));
        const restCents = Math.min(cents(amount) - givenCents, leftOf(context, transactionId));
        const takenCents = Math.min(options.takenCents ?? restCents, restCents);
        dispute.refunded = dollars(givenCents + takenCents);
        if (options.byBank) dispute.bankCents = takenCents;
        else if (takenCents > 0) takeBack(transactionId, takenCents, { event: 'REVERSED' });
      }
      emit('CUSTOMER.DISPUTE.RESOLVED', 'dispute', disputeJson(context, dispute));
    },

    confirmRevision(id: string): void {
      const subscription = store.get('subscription', id);
      if (subscription.revisedPlanId === null) throw new Error(`The subscription ${id} is not revised`);
      subscription.plan_id = subscription.revisedPlanId;
      emit('BILLING.SUBSCRIPTION.UPDATED', 'subscription', subscriptionJson(context, subscription));
    },

    /** Logs in on PayPal's page. @returns the address that PayPal sends the browser to */
    logIn(url: string, payerId = 'QYR5Z8XDVJNXQ'): URL {
      const page = new URL(url).searchParams;
      const next = new URL(page.get('redirect_uri') ?? '');
      const code = store.newId('C21A');
      store.payers.set(code, payerId);
      next.searchParams.set('code', code);
      next.searchParams.set('state', page.get('state') ?? '');
      return next;
    },

    settlePayout(batchId: string, status: Batch['status'], reason: string | null = null): void {
      settleBatch(context, batchId, status, reason);
    },

    /** The payer cancels automatic payments at PayPal. */
    cancelSubscription: (id: string): void => setStatus(id, 'CANCELLED', 'CANCELLED'),

    /** Charges the subscription at its next billing time. */
    renew(id: string): void {
      const subscription = store.get('subscription', id);
      const { nextBilling, plan_id: planId } = subscription;
      if (!nextBilling) throw new Error(`The subscription ${id} has no next billing`);
      store.now = new Date(Math.max(store.now.getTime(), nextBilling.getTime()));
      if (!bank.isDeclining) return void charge(subscription);
      subscription.failedPayments += 1;
      subscription.nextBilling = new Date(store.now.getTime() + RETRY_MS);
      emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', 'subscription', subscriptionJson(context, subscription));
      const { payment_failure_threshold: most } = store.get('plan', planId).payment_preferences;
      if (subscription.failedPayments >= most) setStatus(id, 'SUSPENDED', 'SUSPENDED');
    },
  };
}
