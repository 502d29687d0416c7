/** Endpoints for orders, captures and refunds of version 2. */
import { z } from 'zod';
import { leftOf } from './paypal-account-endpoints.ts';
import { type Context, type Endpoint, endpoint, money, none, text, webUrl } from './paypal-endpoint.ts';
import { notFound, refused } from './paypal-errors.ts';
import { cents, type Order, type Refund, refundedOf } from './paypal-store.ts';

export const order = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.tuple([
    z.strictObject({
      custom_id: text(255).optional(),
      invoice_id: text(127).optional(),
      description: text(127).optional(),
      amount: money,
    }),
  ]),
  application_context: z.strictObject({
    user_action: z.enum(['CONTINUE', 'PAY_NOW']),
    shipping_preference: z.enum(['NO_SHIPPING', 'GET_FROM_FILE', 'SET_PROVIDED_ADDRESS']),
    payment_method: z.strictObject({
      payee_preferred: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']),
    }),
    return_url: webUrl,
    cancel_url: webUrl,
  }),
});

export const refund = z.strictObject({
  amount: money.optional(),
  custom_id: z
    .string()
    .regex(/^[A-Za-z0-9\-_.,]{1,127}$/)
    .optional(),
});

const intentPatch = z.tuple([
  z.strictObject({
    op: z.literal('replace'),
    path: z.literal('/intent'),
    value: z.enum(['CAPTURE', 'AUTHORIZE']),
  }),
]);

export const orderEndpoints: readonly Endpoint[] = [
  endpoint('POST /v2/checkout/orders', order, (context, { intent, purchase_units: [unit] }) => {
    const { store } = context;
    const { custom_id, invoice_id, amount } = unit;
    return orderJson(
      context,
      store.add('order', {
        intent,
        custom_id,
        invoice_id,
        amount,
        status: 'CREATED',
        capture: null,
        refunds: [],
        create_time: store.time,
        update_time: store.time,
      }),
    );
  }),
  endpoint('GET /v2/checkout/orders/:id', none, (context, _query, id) =>
    orderJson(context, context.store.get('order', id)),
  ),
  endpoint('PATCH /v2/checkout/orders/:id', intentPatch, ({ store }, [{ value }], id) => {
    const found = store.get('order', id);
    if (found.status !== 'CREATED' && found.status !== 'APPROVED') throw refused('ORDER_ALREADY_COMPLETED');
    found.intent = value;
  }),
  endpoint('POST /v2/checkout/orders/:id/capture', none, (context, _body, id) => {
    const { store, bank } = context;
    const found = store.get('order', id);
    if (found.capture) throw refused('ORDER_ALREADY_CAPTURED');
    if (found.intent !== 'CAPTURE') throw refused('ACTION_DOES_NOT_MATCH_INTENT');
    if (found.status !== 'APPROVED') throw refused('ORDER_NOT_APPROVED');
    const isPaid = store.all('order').some((one) => one.capture && one.invoice_id === found.invoice_id);
    if (isPaid) throw refused('DUPLICATE_INVOICE_ID');
    found.update_time = store.time;
    if (bank.capture === 'instrument declined') {
      found.status = 'PAYER_ACTION_REQUIRED';
      throw refused('INSTRUMENT_DECLINED');
    }
    found.status = 'COMPLETED';
    found.capture = { id: store.newId('2C'), create_time: store.time, status: bank.capture, complaint: null };
    context.emit(`PAYMENT.CAPTURE.${bank.capture}`, 'capture', captureJson(found));
    return orderJson(context, found);
  }),
  endpoint('GET /v2/payments/captures/:id', none, ({ store }, _query, id) => captureJson(store.orderOf(id))),
  endpoint('POST /v2/payments/captures/:id/refund', refund, (context, { amount, custom_id }, id) => {
    const of = context.store.orderOf(id);
    return refundJson(context, refundOrder(context, of, { amount: amount ?? of.amount, custom_id }));
  }),
  endpoint('GET /v2/payments/refunds/:id', none, (context, _query, id) => {
    const found = context.store
      .all('order')
      .flatMap(({ refunds }) => refunds)
      .find((one) => one.id === id);
    if (!found) throw notFound();
    return refundJson(context, found);
  }),
];

export interface RefundKind {
  readonly status?: Refund['status'];
  /** PayPal announces reversals under another name; otherwise they are refunds. */
  readonly event?: 'REFUNDED' | 'REVERSED';
}

/** @throws PaypalAnswerError */
export function refundOrder(
  context: Context,
  of: Order,
  details: Pick<Refund, 'amount' | 'custom_id'>,
  { status = 'COMPLETED', event = 'REFUNDED' }: RefundKind = {},
): Refund {
  const { capture, refunds } = of;
  if (capture?.status !== 'COMPLETED') throw refused('CAPTURE_STATUS_NOT_VALID');
  const left = leftOf(context, capture.id);
  if (left === 0) throw refused('CAPTURE_FULLY_REFUNDED');
  if (cents(details.amount) > left) throw refused('REFUND_AMOUNT_EXCEEDED');
  const { store } = context;
  const made = { create_time: store.time, isReversal: event === 'REVERSED' };
  const refund = { ...details, ...made, id: store.newId('1R'), of: capture.id, status };
  refunds.push(refund);
  context.emit(`PAYMENT.CAPTURE.${event}`, 'refund', refundJson(context, refund));
  return refund;
}

/** A capture that is read by its own id names its order. */
export const captureJson = (of: Order) => ({
  ...orderCaptureJson(of),
  supplementary_data: { related_ids: { order_id: of.id } },
});

function orderCaptureJson({ id: orderId, amount, capture, custom_id, invoice_id, refunds }: Order) {
  const refunded = refundedOf(refunds);
  const afterwards = refunded === cents(amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (!capture) throw new Error(`The order ${orderId} is not captured`);
  const { complaint, ...rest } = capture;
  return {
    ...rest,
    ...(refunded > 0 && { status: afterwards }),
    ...(complaint && { status: 'PENDING', status_details: { reason: complaint } }),
    amount,
    custom_id,
    invoice_id,
    final_capture: true,
  };
}

export function refundJson({ url }: Context, { of, isReversal: _, ...rest }: Refund) {
  return { ...rest, links: [{ rel: 'up', method: 'GET', href: `${url()}/v2/payments/captures/${of}` }] };
}

export function orderJson(context: Context, of: Order) {
  const { id, intent, status, create_time, update_time, custom_id, invoice_id, amount, capture, refunds } =
    of;
  return {
    id,
    intent,
    status,
    create_time,
    update_time,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id,
        invoice_id,
        amount,
        ...(capture && {
          payments: {
            captures: [orderCaptureJson(of)],
            refunds: refunds.map((one) => refundJson(context, one)),
          },
        }),
      },
    ],
    links: [{ rel: 'approve', method: 'GET', href: `${context.url()}/checkoutnow?token=${id}` }],
  };
}
