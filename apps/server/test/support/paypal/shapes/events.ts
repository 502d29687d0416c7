/**
 * Events as PayPal sends them: the envelope of its published specification
 * (github.com/paypal/paypal-rest-api-specifications at ec4d8f36, Apache License 2.0: notifications_webhooks_v1), and for
 * each event the resource that the samples of PayPal's webhook simulator have
 * (https://developer.paypal.com/api/webhooks/v1/simulate-event-post), written with values of our own.
 */
import type { PAYPAL_EVENTS } from '#features/payments/providers/paypal/paypal-events.ts';
import { payoutBatch } from './account.ts';
import * as disputes from './disputes.ts';
import * as payments from './payments.ts';
import { link } from './payments.ts';
import * as subscriptions from './subscriptions.ts';

const API = 'https://api.paypal.com';

interface Resource {
  readonly type: string;
  readonly version?: '2.0';
  readonly resource: object;
}

const [payoutItem] = payoutBatch.items;

const approvedOrder = { ...payments.createdOrder, status: 'APPROVED', update_time: '2018-09-11T23:24:00Z' };
const capture = (resource: object): Resource => ({ type: 'capture', version: '2.0', resource });
const refund = (resource: object): Resource => ({ type: 'refund', version: '2.0', resource });
const subscription = (resource: object): Resource => ({ type: 'subscription', version: '2.0', resource });
const dispute = (resource: object): Resource => ({ type: 'dispute', resource });
const payout = (transaction_status: string): Resource => ({
  type: 'payouts_item',
  resource: { ...payoutItem, transaction_status },
});

/** The resource of a reversal is a refund under the type of a sale, and does not name the sale. */
export const saleReversal = {
  id: '77689802DL785834G',
  create_time: '2018-12-20T00:19:12Z',
  state: 'completed',
  amount: { total: '-0.49', currency: 'USD', details: { subtotal: '-0.64', tax: '0.08', shipping: '0.07' } },
  links: [link('self', 'GET', `${API}/v1/payments/refund/77689802DL785834G`)],
};

/** Only webhooks that subscribe to all events receive the last one. */
type EventName = (typeof PAYPAL_EVENTS)[number] | 'PAYMENT.CAPTURE.PENDING';

export const RESOURCES: Readonly<Record<EventName, Resource>> = {
  'BILLING.SUBSCRIPTION.ACTIVATED': subscription(subscriptions.subscription),
  'BILLING.SUBSCRIPTION.CANCELLED': subscription(subscriptions.canceledSubscription),
  'BILLING.SUBSCRIPTION.EXPIRED': subscription(subscriptions.expiredSubscription),
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': subscription(subscriptions.failingSubscription),
  'BILLING.SUBSCRIPTION.SUSPENDED': subscription(subscriptions.suspendedSubscription),
  'BILLING.SUBSCRIPTION.UPDATED': subscription(subscriptions.subscription),
  'CHECKOUT.ORDER.APPROVED': { type: 'checkout-order', version: '2.0', resource: approvedOrder },
  'CUSTOMER.DISPUTE.CREATED': dispute(disputes.claim),
  'CUSTOMER.DISPUTE.RESOLVED': dispute(disputes.partlyLost),
  'CUSTOMER.DISPUTE.UPDATED': dispute(disputes.underReview),
  'PAYMENT.CAPTURE.COMPLETED': capture(payments.capture),
  'PAYMENT.CAPTURE.DECLINED': capture(payments.declinedCapture),
  'PAYMENT.CAPTURE.DENIED': capture(payments.declinedCapture),
  'PAYMENT.CAPTURE.PENDING': capture({ ...payments.capture, status: 'PENDING' }),
  'PAYMENT.CAPTURE.REFUNDED': refund(payments.refund),
  'PAYMENT.CAPTURE.REVERSED': refund(payments.reversal),
  'PAYMENT.PAYOUTS-ITEM.BLOCKED': payout('BLOCKED'),
  'PAYMENT.PAYOUTS-ITEM.CANCELED': payout('RETURNED'),
  'PAYMENT.PAYOUTS-ITEM.DENIED': payout('FAILED'),
  'PAYMENT.PAYOUTS-ITEM.FAILED': payout('FAILED'),
  'PAYMENT.PAYOUTS-ITEM.REFUNDED': payout('REFUNDED'),
  'PAYMENT.PAYOUTS-ITEM.RETURNED': payout('RETURNED'),
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED': payout('SUCCESS'),
  'PAYMENT.PAYOUTSBATCH.DENIED': {
    type: 'payouts',
    resource: {
      batch_header: { ...payoutBatch.batch_header, batch_status: 'DENIED' },
      links: payoutBatch.links,
    },
  },
  'PAYMENT.REFUND.FAILED': refund(payments.failedRefund),
  'PAYMENT.SALE.COMPLETED': { type: 'sale', resource: { ...subscriptions.sale, state: 'completed' } },
  // The simulator sends these with the type of a sale, and the sandbox with the type of a refund.
  'PAYMENT.SALE.REFUNDED': {
    type: 'sale',
    resource: { ...subscriptions.saleRefund, amount: { total: '-2.00', currency: 'USD' } },
  },
  'PAYMENT.SALE.REVERSED': { type: 'sale', resource: saleReversal },
};

/** A refund of a sale in the form of the sandbox. */
export const sandboxSaleRefund: Resource = { type: 'refund', resource: subscriptions.saleRefund };

export const eventOf = (name: string, { type, version, resource }: Resource) => ({
  id: 'WH-58D329510W468432D-8HN650336L201105X',
  event_version: '1.0',
  create_time: '2019-02-14T21:50:07.940Z',
  resource_type: type,
  ...(version !== undefined && { resource_version: version }),
  event_type: name,
  summary: 'What has happened, in a sentence',
  resource,
  links: [
    link('self', 'GET', `${API}/v1/notifications/webhooks-events/WH-58D329510W468432D-8HN650336L201105X`),
    link(
      'resend',
      'POST',
      `${API}/v1/notifications/webhooks-events/WH-58D329510W468432D-8HN650336L201105X/resend`,
    ),
  ],
});
