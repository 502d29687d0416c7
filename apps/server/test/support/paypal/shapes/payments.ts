/**
 * Orders, captures and refunds with the names of fields and the forms of values of PayPal's published specifications
 * (github.com/paypal/paypal-rest-api-specifications at ec4d8f36, Apache License 2.0: checkout_orders_v2 and
 * payments_payment_v2), in the states that this instance reads. PayPal's server SDK (MIT License) names them alike,
 * which the type check compares. Fields about people, cards and shipping are left out.
 */
import type * as sdk from '@paypal/paypal-server-sdk';
import type { Wire } from '#features/payments/providers/paypal/paypal-types.ts';

const API = 'https://api-m.paypal.com';

export const CHECKOUT_ID = '019a0000-0000-7000-8000-000000000001';
export const REFUND_REQUEST_ID = '019a0000-0000-7000-8000-000000000002';

export const usd = (value: string) => ({ currency_code: 'USD', value });
export const link = <Method extends 'GET' | 'POST' | 'PATCH'>(rel: string, method: Method, href: string) => ({
  href,
  rel,
  method,
});

const ORDER_ID = '5O190127TN364715T';
const CAPTURE_ID = '3C679366HH908993F';

const orderCapture = {
  id: CAPTURE_ID,
  status: 'COMPLETED',
  status_details: { reason: 'OTHER' },
  amount: usd('12.50'),
  custom_id: `checkout:${CHECKOUT_ID}`,
  invoice_id: CHECKOUT_ID,
  final_capture: true,
  seller_protection: {
    status: 'ELIGIBLE',
    dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
  },
  seller_receivable_breakdown: {
    gross_amount: usd('12.50'),
    paypal_fee: usd('0.93'),
    net_amount: usd('11.57'),
  },
  disbursement_mode: 'INSTANT',
  links: [
    link('self', 'GET', `${API}/v2/payments/captures/${CAPTURE_ID}`),
    link('refund', 'POST', `${API}/v2/payments/captures/${CAPTURE_ID}/refund`),
    link('up', 'GET', `${API}/v2/checkout/orders/${ORDER_ID}`),
  ],
  create_time: '2018-09-11T23:24:19Z',
  update_time: '2018-09-11T23:24:19Z',
} as const satisfies Wire<sdk.OrdersCapture>;

/** A capture that is read by its own id names its order. */
export const capture = {
  ...orderCapture,
  supplementary_data: { related_ids: { order_id: ORDER_ID } },
  payee: { email_address: 'merchant@example.com', merchant_id: 'X5XAHHCG636FA' },
} as const satisfies Wire<sdk.CapturedPayment>;

/** PayPal withholds the money of a disputed payment. */
export const disputedCapture = {
  ...capture,
  status: 'PENDING',
  status_details: { reason: 'BUYER_COMPLAINT' },
} as const satisfies Wire<sdk.CapturedPayment>;

export const declinedCapture = {
  ...capture,
  status: 'DECLINED',
} as const satisfies Wire<sdk.CapturedPayment>;

export const refund = {
  id: '1JU08902781691411',
  status: 'COMPLETED',
  status_details: { reason: 'ECHECK' },
  amount: usd('4.00'),
  custom_id: `refund.${REFUND_REQUEST_ID}`,
  invoice_id: CHECKOUT_ID,
  note_to_payer: 'Refund',
  seller_payable_breakdown: {
    gross_amount: usd('4.00'),
    paypal_fee: usd('0.00'),
    net_amount: usd('4.00'),
    total_refunded_amount: usd('4.00'),
  },
  links: [
    link('self', 'GET', `${API}/v2/payments/refunds/1JU08902781691411`),
    link('up', 'GET', `${API}/v2/payments/captures/${CAPTURE_ID}`),
  ],
  create_time: '2018-09-11T23:28:42Z',
  update_time: '2018-09-11T23:28:42Z',
} as const satisfies Wire<sdk.Refund>;

/** A refund that PayPal itself has made. It repeats the `custom_id` of the payment. */
export const reversal = {
  id: '09E71677NS257044M',
  status: 'COMPLETED',
  custom_id: `checkout:${CHECKOUT_ID}`,
  amount: usd('2.51'),
  note_to_payer: 'Payment reversed',
  seller_payable_breakdown: {
    gross_amount: usd('2.51'),
    paypal_fee: usd('0.00'),
    net_amount: usd('2.51'),
    total_refunded_amount: usd('6.51'),
  },
  links: [
    link('self', 'GET', `${API}/v2/payments/refunds/09E71677NS257044M`),
    link('up', 'GET', `${API}/v2/payments/captures/${CAPTURE_ID}`),
  ],
  // These carry the offset of PayPal's own time zone.
  create_time: '2018-09-15T14:30:10-07:00',
  update_time: '2018-09-15T14:30:10-07:00',
} as const satisfies Wire<sdk.Refund>;

export const failedRefund = { ...refund, status: 'FAILED' } as const satisfies Wire<sdk.Refund>;
export const pendingRefund = { ...refund, status: 'PENDING' } as const satisfies Wire<sdk.Refund>;

/**
 * An order that was created and not paid. The specification has it as the example answer to `POST /v2/checkout/orders`.
 */
export const createdOrder = {
  id: ORDER_ID,
  intent: 'CAPTURE',
  status: 'CREATED',
  purchase_units: [
    {
      reference_id: 'default',
      amount: usd('12.50'),
      custom_id: `checkout:${CHECKOUT_ID}`,
      invoice_id: CHECKOUT_ID,
      description: 'Donation to Ada',
      payee: { email_address: 'merchant@example.com', merchant_id: 'X5XAHHCG636FA' },
    },
  ],
  create_time: '2018-09-11T23:20:00Z',
  links: [
    link('self', 'GET', `${API}/v2/checkout/orders/${ORDER_ID}`),
    link('approve', 'GET', `https://www.paypal.com/checkoutnow?token=${ORDER_ID}`),
    link('update', 'PATCH', `${API}/v2/checkout/orders/${ORDER_ID}`),
    link('capture', 'POST', `${API}/v2/checkout/orders/${ORDER_ID}/capture`),
  ],
} as const satisfies Wire<sdk.Order>;

const [createdUnit] = createdOrder.purchase_units;

/** @param captures the captures and refunds of its payment */
const paidOrder = <Captures extends object>(captures: Captures) => ({
  ...createdOrder,
  status: 'COMPLETED' as const,
  update_time: '2018-09-11T23:24:19Z',
  purchase_units: [{ ...createdUnit, payments: { captures: [captures], refunds: [refund, reversal] } }],
});

export const order = paidOrder(orderCapture) satisfies Wire<sdk.Order>;
export const disputedOrder = paidOrder(disputedCapture);
