/** Checkout Sessions of the local Stripe server. */
import { z } from 'zod';
import { type Context, endpoint, pageOf } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import * as p from './stripe-parameters.ts';
import { checkRegion } from './stripe-regions.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: p.integer.optional(),
});
const transferData = z.strictObject({ destination: p.text, amount: p.amount.optional() });

export const sessionParams = z.strictObject({
  mode: z.enum(['payment', 'subscription', 'setup']),
  line_items: z
    .array(
      z.strictObject({
        quantity: p.integer.pipe(z.int().min(1)),
        price_data: z.strictObject({
          currency: p.currency,
          unit_amount: p.amount,
          product_data: z.strictObject({
            name: p.text.max(250),
            description: p.text.optional(),
            metadata: p.metadata.optional(),
          }),
          recurring: recurring.optional(),
        }),
      }),
    )
    .length(1),
  client_reference_id: p.text.max(200).optional(),
  customer_email: p.email.optional(),
  metadata: p.metadata.default({}),
  success_url: p.url,
  cancel_url: p.url.optional(),
  expires_at: p.integer.optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  payment_intent_data: z
    .strictObject({
      application_fee_amount: p.amount.optional(),
      description: p.text.max(1000).optional(),
      metadata: p.metadata.default({}),
      receipt_email: p.email.optional(),
      statement_descriptor_suffix: p.text.max(22).optional(),
      transfer_data: transferData.optional(),
      transfer_group: p.text.optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      application_fee_percent: p.percent.optional(),
      description: p.text.max(500).optional(),
      metadata: p.metadata.default({}),
      transfer_data: z.strictObject({ destination: p.text, amount_percent: p.percent.optional() }).optional(),
      trial_period_days: p.integer.pipe(z.int().min(1).max(730)).optional(),
    })
    .optional(),
  expand: p.expand,
});
export type SessionParams = z.output<typeof sessionParams>;

/** Checks the rules that concern more than one parameter. */
function checkSession({ store, platform }: Context, params: SessionParams): void {
  const { mode, expires_at: expiresAt, payment_intent_data: payment, subscription_data: billing } = params;
  const [{ price_data: price } = { price_data: undefined }] = params.line_items;
  const data = mode === 'payment' ? payment : billing;
  if (mode === 'payment' ? billing : payment) throw invalid(`This data is not allowed in \`${mode}\` mode.`);
  if (mode === 'subscription' && params.submit_type)
    throw invalid('`submit_type` is for `payment` mode only.');
  if ((mode === 'subscription') !== (price?.recurring !== undefined)) {
    throw invalid(`A ${mode} does not take this price: recurring prices are for subscriptions.`);
  }
  if (mode === 'payment' && (price?.unit_amount ?? 0) < 50) {
    throw invalid(
      'The Checkout Session’s total amount due must add up to at least $0.50 usd',
      'amount_too_small',
    );
  }
  const inSeconds = (expiresAt ?? store.seconds + 86_400) - store.seconds;
  if (inSeconds < 1800 || inSeconds > 86_400) {
    throw invalid(
      '`expires_at` must be between 30 minutes and 24 hours in the future.',
      undefined,
      'expires_at',
    );
  }
  // The definition of the parameter requires it; this server takes no `Stripe-Account` header.
  if (billing?.application_fee_percent !== undefined) {
    throw invalid(
      'To use `application_fee_percent`, the request must be made on behalf of another account.',
      undefined,
      'subscription_data[application_fee_percent]',
    );
  }
  if (payment?.application_fee_amount !== undefined && !data?.transfer_data) {
    throw invalid(
      'An application fee needs `transfer_data[destination]`.',
      undefined,
      'application_fee_amount',
    );
  }
  if ((payment?.application_fee_amount ?? 0) > (price?.unit_amount ?? 0)) {
    throw invalid('The application fee is larger than the amount.', undefined, 'application_fee_amount');
  }
  if (data?.transfer_data) {
    const account = store.get('account', data.transfer_data.destination);
    if (account.capabilities.transfers !== 'active') {
      throw invalid(
        'Your destination account needs the `transfers` capability.',
        'insufficient_capabilities_for_transfer',
      );
    }
    checkRegion(platform, account);
  }
}

/** The parameters of each session, which its payment uses. */
export const sessionParamsOf = new WeakMap<object, SessionParams>();

const expandable = z.strictObject({ expand: p.expand });

export const checkoutEndpoints = [
  endpoint('POST /v1/checkout/sessions', sessionParams, (context, params) => {
    const { store } = context;
    checkSession(context, params);
    const { price_data: price, quantity } = params.line_items[0] ?? {};
    const session = store.add('checkout.session', {
      mode: params.mode === 'subscription' ? 'subscription' : 'payment',
      amount_total: (price?.unit_amount ?? 0) * (quantity ?? 0),
      currency: price?.currency ?? '',
      client_reference_id: params.client_reference_id ?? null,
      customer_email: params.customer_email ?? null,
      metadata: params.metadata,
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      expires_at: params.expires_at ?? store.seconds + 86_400,
      url: `https://checkout.stripe.test/c/pay/${store.newId('page')}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      subscription: null,
      customer: null,
    });
    sessionParamsOf.set(session, params);
    return session;
  }),
  endpoint('GET /v1/checkout/sessions', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/checkout/sessions', store.all('checkout.session'), page),
  ),
  endpoint('GET /v1/checkout/sessions/:id', expandable, ({ store }, _, id) =>
    store.get('checkout.session', id),
  ),
  endpoint('POST /v1/checkout/sessions/:id/expire', expandable, ({ store, emit }, _, id) => {
    const session = store.get('checkout.session', id);
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. It is ${session.status}.`,
      );
    }
    Object.assign(session, { status: 'expired', url: null });
    emit('checkout.session.expired', session);
    return session;
  }),
];
