/** Endpoints for products, plans, subscriptions and their payments, which are sales of version 1. */
import { z } from 'zod';
import { type Context, type Endpoint, endpoint, money, none, text, webUrl } from './paypal-endpoint.ts';
import { notFoundV1, PaypalAnswerError, refused } from './paypal-errors.ts';
import type { RefundKind } from './paypal-order-endpoints.ts';
import { cents, type Refund, refundedOf, type Sale, type Subscription } from './paypal-store.ts';

export const product = z.strictObject({
  id: text(50).min(6).optional(),
  name: text(127),
  type: z.enum(['SERVICE', 'DIGITAL']),
});

const cycle = z.strictObject({
  tenure_type: z.enum(['TRIAL', 'REGULAR']),
  sequence: z.int().min(1).max(3),
  total_cycles: z.int().min(0).max(999),
  frequency: z.strictObject({
    interval_unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
    interval_count: z.int().min(1).max(365),
  }),
  pricing_scheme: z.strictObject({ fixed_price: money }).optional(),
});

export const plan = z.strictObject({
  product_id: text(50),
  name: text(127),
  billing_cycles: z
    .array(cycle)
    .min(1)
    .max(3)
    .refine((cycles) => cycles.every(({ sequence }, index) => sequence === index + 1))
    .refine((cycles) => cycles.filter(({ tenure_type }) => tenure_type === 'REGULAR').length === 1)
    .refine((cycles) => cycles.at(-1)?.pricing_scheme !== undefined),
  payment_preferences: z.strictObject({
    auto_bill_outstanding: z.boolean(),
    payment_failure_threshold: z.int().min(0).max(999),
  }),
});

const pages = { shipping_preference: z.literal('NO_SHIPPING'), return_url: webUrl, cancel_url: webUrl };

export const subscription = z.strictObject({
  plan_id: text(50),
  custom_id: text(127).optional(),
  application_context: z.strictObject({ user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']), ...pages }),
});

const reason = z.strictObject({ reason: text(128) });

export const saleRefund = z.strictObject({
  amount: z.strictObject({ total: money.shape.value, currency: money.shape.currency_code }),
  invoice_number: text(127).optional(),
});

function moved(from: readonly Subscription['status'][], to: Subscription['status'], event: string) {
  return (context: Context, body: { readonly reason: string }, id: string) => {
    const found = context.store.get('subscription', id);
    if (!from.includes(found.status)) throw refused('SUBSCRIPTION_STATUS_INVALID');
    found.status = to;
    found.note = body.reason;
    context.emit(`BILLING.SUBSCRIPTION.${event}`, 'subscription', subscriptionJson(context, found));
  };
}

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('POST /v1/catalogs/products', product, ({ store }, { id = store.newId('PROD-'), name }) => {
    if (store.products.has(id)) throw refused('DUPLICATE_RESOURCE_IDENTIFIER');
    store.products.add(id);
    return { id, name };
  }),
  endpoint(
    'POST /v1/billing/plans',
    plan,
    ({ store }, { product_id, billing_cycles, payment_preferences }) => {
      if (!store.products.has(product_id)) {
        throw new PaypalAnswerError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', '/product_id');
      }
      return store.add('plan', { product_id, billing_cycles, payment_preferences, status: 'ACTIVE' });
    },
  ),
  endpoint('GET /v1/billing/plans/:id', none, ({ store }, _query, id) => store.get('plan', id)),
  endpoint('POST /v1/billing/plans/:id/deactivate', none, ({ store }, _body, id) => {
    store.get('plan', id).status = 'INACTIVE';
  }),
  endpoint('POST /v1/billing/subscriptions', subscription, (context, { plan_id, custom_id }) => {
    const { store } = context;
    if (store.get('plan', plan_id).status !== 'ACTIVE') throw refused('PLAN_STATUS_INVALID');
    return subscriptionJson(
      context,
      store.add('subscription', {
        plan_id,
        custom_id,
        create_time: store.time,
        start_time: store.time,
        status: 'APPROVAL_PENDING',
        nextBilling: null,
        failedPayments: 0,
        revisedPlanId: null,
        note: null,
      }),
    );
  }),
  endpoint('GET /v1/billing/subscriptions/:id', none, (context, _query, id) =>
    subscriptionJson(context, context.store.get('subscription', id)),
  ),
  endpoint(
    'GET /v1/billing/subscriptions/:id/transactions',
    z.strictObject({ start_time: z.iso.datetime(), end_time: z.iso.datetime() }),
    ({ store }, { start_time: start, end_time: end }, id) => {
      store.get('subscription', id);
      const sales = store.all('sale').filter((one) => one.subscriptionId === id);
      const transactions = sales
        .filter(({ time }) => time >= start && time <= end)
        .map((sale) => ({
          id: sale.id,
          status: stateOf(sale).toUpperCase(),
          time: sale.time,
          amount_with_breakdown: { gross_amount: sale.amount },
        }));
      return transactions.length > 0 ? { transactions } : {};
    },
  ),
  endpoint('POST /v1/billing/subscriptions/:id/suspend', reason, moved(['ACTIVE'], 'SUSPENDED', 'SUSPENDED')),
  endpoint(
    'POST /v1/billing/subscriptions/:id/activate',
    reason,
    moved(['SUSPENDED'], 'ACTIVE', 'ACTIVATED'),
  ),
  endpoint(
    'POST /v1/billing/subscriptions/:id/cancel',
    reason,
    moved(['ACTIVE', 'SUSPENDED'], 'CANCELLED', 'CANCELLED'),
  ),
  endpoint(
    'POST /v1/billing/subscriptions/:id/revise',
    z.strictObject({ plan_id: text(50), application_context: z.strictObject(pages) }),
    ({ store, url }, { plan_id }, id) => {
      const found = store.get('subscription', id);
      if (found.status !== 'ACTIVE') throw refused('SUBSCRIPTION_STATUS_INVALID');
      const [from, to] = [store.get('plan', found.plan_id), store.get('plan', plan_id)];
      if (from.product_id !== to.product_id) throw refused('PRODUCT_MISMATCH');
      found.revisedPlanId = plan_id;
      return {
        plan_id,
        links: [{ rel: 'approve', href: `${url()}/webapps/billing/subscriptions/update?id=${id}` }],
      };
    },
  ),
  endpoint('GET /v1/payments/sale/:id', none, ({ store }, _query, id) => saleJson(store.get('sale', id))),
  endpoint('POST /v1/payments/sale/:id/refund', saleRefund, (context, { amount, invoice_number }, id) =>
    saleRefundJson(
      refundSale(context, context.store.get('sale', id), {
        amount: { value: amount.total, currency_code: amount.currency },
        custom_id: invoice_number,
      }),
    ),
  ),
  endpoint('GET /v1/payments/refund/:id', none, ({ store }, _query, id) => {
    const refunds = store.all('sale').flatMap((one) => one.refunds);
    const found = refunds.find((one) => one.id === id);
    if (!found) throw notFoundV1();
    return saleRefundJson(found);
  }),
];

/** @throws PaypalAnswerError */
export function refundSale(
  context: Context,
  of: Sale,
  details: Pick<Refund, 'amount' | 'custom_id'>,
  { status = 'COMPLETED', event = 'REFUNDED' }: RefundKind = {},
): Refund {
  const { store } = context;
  if (cents(details.amount) > cents(of.amount) - refundedOf(of.refunds))
    throw refused('REFUND_AMOUNT_EXCEEDED');
  const made = { create_time: store.time, isReversal: event === 'REVERSED' };
  const refund = { ...details, ...made, id: store.newId('3R'), of: of.id, status };
  of.refunds.push(refund);
  if (event === 'REVERSED') context.emit('PAYMENT.SALE.REVERSED', 'sale', saleReversalJson(context, refund));
  else context.emit('PAYMENT.SALE.REFUNDED', 'sale', saleRefundJson(refund));
  return refund;
}

function stateOf({ amount, refunds, complaint }: Sale): string {
  const refunded = refundedOf(refunds);
  if (complaint) return 'pending';
  if (refunded === 0) return 'completed';
  return refunded === cents(amount) ? 'refunded' : 'partially_refunded';
}

export const saleJson = (sale: Sale) => ({
  id: sale.id,
  billing_agreement_id: sale.subscriptionId,
  state: stateOf(sale),
  ...(sale.complaint && { reason_code: sale.complaint }),
  create_time: sale.time,
  amount: { total: sale.amount.value, currency: sale.amount.currency_code },
});

export const saleRefundJson = ({ id, of, amount, status, custom_id, create_time }: Refund) => ({
  id,
  sale_id: of,
  state: status.toLowerCase(),
  create_time,
  invoice_number: custom_id,
  // Refunds of version 1 are negative in some answers.
  amount: { total: `-${amount.value}`, currency: amount.currency_code },
});

/** The resource of a reversal has the form of a sale and the ID of the refund, and does not name the sale. */
const saleReversalJson = ({ url }: Context, { id, amount, status, create_time }: Refund) => ({
  id,
  state: status.toLowerCase(),
  create_time,
  amount: { total: `-${amount.value}`, currency: amount.currency_code },
  links: [{ rel: 'self', method: 'GET', href: `${url()}/v1/payments/refund/${id}` }],
});

export function subscriptionJson({ url }: Context, of: Subscription) {
  const { id, plan_id, custom_id, status, note, create_time, start_time, nextBilling, failedPayments } = of;
  return {
    id,
    plan_id,
    custom_id,
    status,
    create_time,
    start_time,
    quantity: '1',
    ...(note !== null && { status_change_note: note }),
    ...(status !== 'APPROVAL_PENDING' && {
      billing_info: {
        failed_payments_count: failedPayments,
        ...(status === 'ACTIVE' && nextBilling && { next_billing_time: nextBilling.toISOString() }),
      },
    }),
    links: [{ rel: 'approve', method: 'GET', href: `${url()}/webapps/billing/subscriptions?ba_token=${id}` }],
  };
}
