/** Reads the present state at PayPal, and captures an order that the payer has approved. */
import { DAY_MS } from '#platform/durations.ts';
import { toDecimal } from '../../ledger/amounts.ts';
import { ProviderUnavailable } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';
import { inOrder } from '../refund-order.ts';
import { type PaypalApi, PaypalRefused } from './paypal-api.ts';
import {
  CLOSED_INTENT,
  DISPUTED,
  disputeFact,
  isDisputed,
  isDisputedSale,
  orderFacts,
  saleRefundFact,
  subscriptionFacts,
} from './paypal-facts.ts';
import * as objects from './paypal-objects.ts';
import type * as wire from './paypal-types.ts';

type Facts = Promise<readonly ProviderFact[]>;

/** Issues for which an approved order is not captured although nothing is wrong; the next reading shows its state. */
const NOT_CAPTURED = [
  'ACTION_DOES_NOT_MATCH_INTENT',
  'INSTRUMENT_DECLINED',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
];

/** Issues for a missing object. The first version of the Payments API, with sales and their refunds, has its own. */
export const NOT_FOUND = ['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'];

/** Whether an error names one of these issues of PayPal. */
export const isRefusal = (error: unknown, issues: readonly string[]): error is PaypalRefused =>
  error instanceof PaypalRefused && error.issues.some((issue) => issues.includes(issue));

export const pathOf = (id: string): string => encodeURIComponent(id);

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isRefusal(error, NOT_FOUND)) return null;
    throw error;
  }
}

export function createPaypalReader(api: PaypalApi, now: () => Date) {
  const order = (id: string) => api.call(objects.order, `GET /v2/checkout/orders/${pathOf(id)}`);
  const capture = (id: string) =>
    unlessMissing(api.call(objects.capture, `GET /v2/payments/captures/${pathOf(id)}`));
  const sale = (id: string) => unlessMissing(api.call(objects.sale, `GET /v1/payments/sale/${pathOf(id)}`));
  const subscription = (id: string) =>
    api.call(objects.subscription, `GET /v1/billing/subscriptions/${pathOf(id)}`);
  const plan = (id: string) => api.call(objects.plan, `GET /v1/billing/plans/${pathOf(id)}`);

  async function captureOrder({ id, update_time: approval = '' }: objects.Order): Promise<objects.Order> {
    try {
      return await api.call(objects.order, `POST /v2/checkout/orders/${pathOf(id)}/capture`, {
        body: {} satisfies wire.OrderCaptureRequest,
        // A new approval after a decline is a new request.
        requestId: `capture:${id}:${approval}`,
      });
    } catch (error) {
      if (isRefusal(error, NOT_CAPTURED)) return order(id);
      // The payer has approved, so the capture fails for a reason of the account.
      throw error instanceof PaypalRefused ? new ProviderUnavailable(String(error.cause)) : error;
    }
  }

  /** @throws PaypalRefused if PayPal has forgotten the order */
  async function ofOrder(id: string): Facts {
    const read = await order(id);
    const isOwn = objects.ownId('checkout', read.purchase_units[0].custom_id) !== null;
    const isApproved = isOwn && read.status === 'APPROVED' && read.intent !== CLOSED_INTENT;
    const settled = isApproved ? await captureOrder(read) : read;
    const [captured, ...rest] = orderFacts(settled);
    if (!captured) return [];
    const refunds = inOrder(rest.filter((fact) => fact.kind === 'refund'));
    return [captured, ...refunds, ...(await disputesOf(settled))];
  }

  /** Reads the disputes of a payment that PayPal withholds, since their events may come later. */
  async function disputesOf(order: objects.Order): Facts {
    const [capture] = order.purchase_units[0].payments.captures;
    if (!capture || !isDisputed(capture)) return [];
    const search = new URLSearchParams({ disputed_transaction_id: capture.id });
    const { items } = await api.call(objects.disputes, `GET /v1/customer/disputes?${search}`);
    const disputes = await Promise.all(items.map(({ dispute_id: id }) => dispute(id)));
    return disputes.map((one) => disputeFact(capture.id, one));
  }

  /** Refunds each payment once: the request has the same id each time, and a refunded payment is no longer complete. */
  async function refundAll(payments: readonly objects.Transaction[]): Facts {
    const facts: ProviderFact[] = [];
    for (const { id, status, amount_with_breakdown: breakdown } of payments) {
      if (status !== 'COMPLETED') continue;
      const { cents, currency } = breakdown.gross_amount;
      const refund = await api.call(objects.saleRefund, `POST /v1/payments/sale/${pathOf(id)}/refund`, {
        requestId: `closed:${id}`,
        body: { amount: { total: toDecimal(cents), currency } } satisfies wire.SaleRefundRequest,
      });
      facts.push(saleRefundFact(refund));
    }
    return facts;
  }

  async function paymentsOf({ id, create_time: since }: objects.Subscription) {
    const span = new URLSearchParams({
      start_time: since.toISOString(),
      end_time: new Date(now().getTime() + DAY_MS).toISOString(),
    });
    const route = `GET /v1/billing/subscriptions/${pathOf(id)}/transactions?${span}` as const;
    return Promise.all((await api.call(objects.transactions, route)).transactions.map(markDisputed));
  }

  /** Tells disputed payments from reviewed ones, which PayPal lists with the same status. */
  async function markDisputed(payment: objects.Transaction): Promise<objects.Transaction> {
    const read = payment.status === 'PENDING' ? await sale(payment.id) : null;
    return read && isDisputedSale(read) ? { ...payment, status: DISPUTED } : payment;
  }

  async function ofSubscription(id: string): Facts {
    let read = await subscription(id);
    if (objects.ownId('checkout', read.custom_id) === null) return [];
    const readPlan = await plan(read.plan_id);
    const isPending = read.status === 'APPROVAL_PENDING' || read.status === 'APPROVED';
    // The payer agreed after the payment page was closed.
    const isUnwanted = readPlan.status === 'INACTIVE' && !isPending;
    if (isUnwanted && read.status === 'ACTIVE') {
      const body = { reason: 'The payment page was closed.' } satisfies wire.SubscriptionReason;
      await api.call(objects.nothing, `POST /v1/billing/subscriptions/${pathOf(id)}/cancel`, { body });
      read = await subscription(id);
    }
    const payments = isPending ? [] : await paymentsOf(read);
    const facts = subscriptionFacts(read, readPlan, payments, now());
    return isUnwanted ? [...facts, ...(await refundAll(payments))] : facts;
  }

  const orderOf = async (paymentId: string) =>
    (await capture(paymentId))?.supplementary_data?.related_ids.order_id;

  /** All facts about the order or the subscription of a payment. */
  async function ofPayment(id: string): Facts {
    const orderId = await orderOf(id);
    if (orderId !== undefined) return ofOrder(orderId);
    const subscriptionId = (await sale(id))?.billing_agreement_id;
    return subscriptionId === undefined ? [] : ofSubscription(subscriptionId);
  }

  /** Reads a refund from its event, since PayPal lists no refunds of subscriptions' payments. */
  async function ofSaleRefund(id: string): Facts {
    const refund = await api.call(objects.saleRefund, `GET /v1/payments/refund/${pathOf(id)}`);
    const facts = await ofPayment(refund.sale_id);
    return facts.length === 0 ? [] : [...facts, saleRefundFact(refund)];
  }

  const dispute = (id: string) => api.call(objects.dispute, `GET /v1/customer/disputes/${pathOf(id)}`);

  /** Puts the refunds before the dispute, which they may settle. */
  async function ofDispute(id: string): Facts {
    const read = await dispute(id);
    const paymentId = read.disputed_transactions[0]?.seller_transaction_id;
    const facts = paymentId === undefined ? [] : await ofPayment(paymentId);
    if (paymentId === undefined || facts.length === 0) return [];
    return [...facts.filter((fact) => fact.kind !== 'dispute'), disputeFact(paymentId, read)];
  }

  return {
    order,
    capture,
    subscription,
    plan,
    ofOrder,
    ofSubscription,
    ofPayment,

    async ofRefund(id: string): Facts {
      const refund = await api.call(objects.refund, `GET /v2/payments/refunds/${pathOf(id)}`);
      const paymentId = refund.links.get('up')?.split('/').at(-1);
      return paymentId === undefined ? [] : ofPayment(paymentId);
    },

    ofSaleRefund,
    ofDispute,

    /** Reads a refund that was sent before. */
    async readRefund({
      paymentId,
      refundId,
    }: {
      readonly paymentId: string;
      readonly refundId: string;
    }): Facts {
      const orderId = await orderOf(paymentId);
      return orderId === undefined ? ofSaleRefund(refundId) : ofOrder(orderId);
    },
  };
}

export type PaypalReader = ReturnType<typeof createPaypalReader>;
