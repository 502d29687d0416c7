/** Subscriptions, invoices and the customer portal of the local Stripe server. */
import { z } from 'zod';
import { changePrice } from './stripe-billing.ts';
import { endpoint, pageOf } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import type { Subscription } from './stripe-objects.ts';
import * as p from './stripe-parameters.ts';

const expandable = z.strictObject({ expand: p.expand });

interface EndParams {
  readonly cancel_at_period_end?: boolean | undefined;
  /** An empty string clears the date. */
  readonly cancel_at?: '' | number | undefined;
}

/** A date and the end of the period exclude each other. Clearing one leaves the other. */
function changeEnd(subscription: Subscription, params: EndParams): void {
  const { cancel_at_period_end: atPeriodEnd, cancel_at: date } = params;
  if (atPeriodEnd !== undefined && date !== undefined)
    throw invalid('You may only specify one of these parameters: cancel_at_period_end, cancel_at.');
  if (atPeriodEnd === true) {
    subscription.cancel_at_period_end = true;
    subscription.cancel_at = subscription.items.data[0].current_period_end;
  } else if (atPeriodEnd === false && subscription.cancel_at_period_end) {
    subscription.cancel_at_period_end = false;
    subscription.cancel_at = null;
  }
  if (date === undefined) return;
  if (subscription.cancel_at_period_end)
    throw invalid('`cancel_at` cannot be changed while `cancel_at_period_end` is true.');
  subscription.cancel_at = date === '' ? null : date;
}

export const billingParams = {
  product: z.strictObject({ name: p.text.max(250), metadata: p.metadata.optional(), expand: p.expand }),
  subscription: z.strictObject({
    cancel_at_period_end: p.flag.optional(),
    cancel_at: z.union([z.literal(''), p.integer]).optional(),
    items: z
      .array(
        z.strictObject({
          id: p.text,
          price_data: z.strictObject({
            currency: p.currency,
            product: p.text,
            unit_amount: p.amount,
            recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
          }),
        }),
      )
      .length(1)
      .optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).default('create_prorations'),
    payment_behavior: z
      .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
      .default('allow_incomplete'),
    metadata: p.metadata.optional(),
    expand: p.expand,
  }),
  portal: z.strictObject({
    customer: p.text,
    return_url: p.url.optional(),
    configuration: p.text.optional(),
    expand: p.expand,
  }),
};

export const billingEndpoints = [
  endpoint('GET /v1/customers', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/customers', store.all('customer'), page),
  ),
  endpoint('GET /v1/subscriptions', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/subscriptions', store.all('subscription'), page),
  ),
  endpoint('GET /v1/invoices', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/invoices', store.all('invoice'), page),
  ),
  endpoint('POST /v1/products', billingParams.product, ({ store }, { name }) =>
    store.add('product', { name }),
  ),
  endpoint('GET /v1/subscriptions/:id', expandable, ({ store }, _, id) => store.get('subscription', id)),
  endpoint('POST /v1/subscriptions/:id', billingParams.subscription, ({ store, bank, emit }, params, id) => {
    const subscription = store.get('subscription', id);
    if (subscription.status === 'canceled')
      throw invalid('A canceled subscription can only update its metadata.');
    const [item] = params.items ?? [];
    if (item) {
      if (item.id !== subscription.items.data[0].id) throw invalid(`No such subscription item: '${item.id}'`);
      const { recurring, ...price } = item.price_data;
      store.get('product', price.product);
      const invoice = changePrice(store, subscription, {
        price: {
          id: store.newId('price'),
          object: 'price',
          ...price,
          recurring: { ...recurring, interval_count: 1 },
        },
        proration: params.proration_behavior,
        refusesUnpaid: params.payment_behavior === 'error_if_incomplete',
        isDeclined: bank.isDeclining,
      });
      if (invoice) emit(invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    }
    changeEnd(subscription, params);
    emit('customer.subscription.updated', subscription);
    return subscription;
  }),
  endpoint(
    'DELETE /v1/subscriptions/:id',
    z.strictObject({ invoice_now: p.flag.optional(), prorate: p.flag.optional(), expand: p.expand }),
    ({ store, emit }, _, id) => {
      const subscription = store.get('subscription', id);
      if (subscription.status === 'canceled')
        throw invalid(`No such subscription: '${id}'`, 'resource_missing');
      subscription.status = 'canceled';
      emit('customer.subscription.deleted', subscription);
      return subscription;
    },
  ),
  endpoint('GET /v1/invoices/:id', expandable, ({ store }, _, id) => store.get('invoice', id)),
  endpoint(
    'GET /v1/invoice_payments',
    z.strictObject({
      ...p.pagination,
      invoice: p.text.optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: p.text }).optional(),
    }),
    ({ store }, { payment, ...page }) =>
      pageOf(
        '/v1/invoice_payments',
        store
          .all('invoice_payment')
          .filter((one) => !payment || one.payment.payment_intent === payment.payment_intent),
        page,
      ),
  ),
  endpoint(
    'POST /v1/billing_portal/sessions',
    billingParams.portal,
    ({ store }, { customer, return_url: returnUrl }) => {
      store.get('customer', customer);
      const id = store.newId('bps');
      const url = `https://billing.stripe.test/p/session/${id}`;
      return { id, object: 'billing_portal.session', customer, return_url: returnUrl ?? null, url };
    },
  ),
];
