/** Checks that the local Stripe server refuses what Stripe refuses. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { shapeDifferences } from '../payments/shape-differences.ts';
import { openStripe } from './stripe-fixture.ts';
import type { Kind } from './stripe-objects.ts';
import { API_VERSION, startStripeServer } from './stripe-server.ts';
import * as shapes from './stripe-shapes.ts';

async function openServer() {
  const server = await startStripeServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { apiUrl, secretKey } = server.options;
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(apiUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': API_VERSION, ...headers },
      body: new URLSearchParams(form),
    });
    const isReplayed = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, isReplayed, body: await response.json() };
  };
  return { ...server, post };
}

const REFUND = { payment_intent: 'pi_1', amount: '100' };
const SESSION = {
  mode: 'payment',
  success_url: 'https://live.example.org/done',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '1250',
  'line_items[0][price_data][product_data][name]': 'Donation',
};

describe('the local Stripe server', () => {
  it.each([
    ['an unknown parameter', { ...REFUND, amuont: '1' }, 'parameter_unknown', 'amuont'],
    ['a missing parameter', { amount: '100' }, 'parameter_missing', 'payment_intent'],
    ['an amount that is not whole', { ...REFUND, amount: '1.5' }, 'parameter_invalid', 'amount'],
    [
      'a flag that is neither true nor false',
      { ...REFUND, reverse_transfer: '1' },
      'parameter_invalid',
      'reverse_transfer',
    ],
  ])('refuses %s', async (_title, form, code, param) => {
    const { post } = await openServer();
    expect(await post('/v1/refunds', form)).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  it.each([
    ['an unknown parameter deep inside', { 'line_items[0][price_data][color]': 'red' }, 'parameter_unknown'],
    ['an amount below fifty cents', { 'line_items[0][price_data][unit_amount]': '49' }, 'amount_too_small'],
    ['a fee without a connected account', { 'payment_intent_data[application_fee_amount]': '10' }, undefined],
    ['an end in less than thirty minutes', { expires_at: '1772452800' }, undefined],
    [
      'a recurring price outside of a subscription',
      { 'line_items[0][price_data][recurring][interval]': 'month' },
      undefined,
    ],
    ['an address without a scheme', { success_url: 'done' }, 'parameter_invalid'],
  ])('refuses a session with %s', async (_title, more, code) => {
    const { post, store } = await openServer();
    expect((await post('/v1/checkout/sessions', SESSION)).status).toBe(200);
    const refused = await post('/v1/checkout/sessions', { ...SESSION, ...more });
    expect(refused).toMatchObject({ status: 400, body: { error: code ? { code } : {} } });
    expect(store.all('checkout.session')).toHaveLength(1);
  });

  it('repeats the answer for a repeated idempotency key, and refuses it with other parameters', async () => {
    const { post, store } = await openServer();
    const key = { 'idempotency-key': 'k1' };
    const { body } = await post('/v1/checkout/sessions', SESSION, key);
    expect((await post('/v1/checkout/sessions', SESSION, key)).body).toEqual(body);
    const other = await post('/v1/checkout/sessions', { ...SESSION, client_reference_id: 'c2' }, key);
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
    expect(store.all('checkout.session')).toHaveLength(1);
  });

  it('repeats the first error for a repeated key for a day, and marks the answer as replayed', async () => {
    const { post, store, crashes, platform } = await openServer();
    const account = { type: 'express', 'capabilities[transfers][requested]': 'true' };
    const refused = await post('/v1/accounts', account, { 'idempotency-key': 'k1' });
    expect(refused).toMatchObject({ status: 400, isReplayed: false });
    platform.isApprovedForTransfersOnly = true;
    expect(await post('/v1/accounts', account, { 'idempotency-key': 'k1' })).toEqual({
      ...refused,
      isReplayed: true,
    });
    crashes.push('before');
    for (const isReplayed of [false, true]) {
      const failed = await post('/v1/accounts', account, { 'idempotency-key': 'k2' });
      expect(failed).toMatchObject({ status: 500, isReplayed });
    }
    store.now = new Date(store.now.getTime() + 24 * 3_600_000);
    for (const key of ['k1', 'k2'])
      expect((await post('/v1/accounts', account, { 'idempotency-key': key })).status).toBe(200);
  });

  it('forgets a key if its request was not executed because of a wrong parameter', async () => {
    const { post } = await openServer();
    const key = { 'idempotency-key': 'k1' };
    expect((await post('/v1/checkout/sessions', { ...SESSION, success_url: 'done' }, key)).status).toBe(400);
    expect((await post('/v1/checkout/sessions', SESSION, key)).status).toBe(200);
  });

  it('refuses a fee in percent, which needs a request on behalf of the account', async () => {
    const { post } = await openServer();
    const refused = await post('/v1/checkout/sessions', {
      ...SESSION,
      mode: 'subscription',
      'line_items[0][price_data][recurring][interval]': 'month',
      'subscription_data[application_fee_percent]': '10',
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { param: 'subscription_data[application_fee_percent]' } },
    });
  });

  it('refuses an unknown key, version, address, object and expansion', async () => {
    const { post } = await openServer();
    expect((await post('/v1/refunds', REFUND, { authorization: 'Bearer sk_test_other' })).status).toBe(401);
    expect((await post('/v1/refunds', REFUND, { 'stripe-version': '2020-08-27' })).status).toBe(400);
    expect((await post('/v1/refund', REFUND)).status).toBe(404);
    expect((await post('/v1/refunds', REFUND)).body).toMatchObject({ error: { code: 'resource_missing' } });
    expect((await post('/v1/checkout/sessions', { ...SESSION, 'expand[0]': 'pages' })).status).toBe(400);
  });
});

const SHAPES: Readonly<Record<Kind, object>> = {
  'checkout.session': shapes.session,
  payment_intent: shapes.paymentIntent,
  charge: shapes.directCharge,
  application_fee: shapes.applicationFee,
  refund: shapes.refund,
  dispute: shapes.dispute,
  subscription: shapes.subscription,
  invoice: shapes.invoice,
  invoice_payment: shapes.invoicePayment,
  account: shapes.account,
  transfer: shapes.transfer,
  transfer_reversal: shapes.transferReversal,
  product: shapes.product,
  customer: shapes.customer,
};
/** Fields that are defined by users, or that depend on the kind of account. */
const FREE = ['metadata', 'capabilities'];

const differences = (value: unknown, shape: unknown, at: string) => shapeDifferences(value, shape, at, FREE);

it('answers with objects in the shape of Stripe’s published fixtures', async () => {
  const { pay, people, store, events, options } = await openStripe();
  const direct = await pay();
  people.refund(direct.paymentId, 100);
  people.dispute((await pay()).paymentId);
  await pay({ subscription: { cycle: 'monthly', trialDays: 0 } });
  people.cancelInPortal(store.all('subscription')[0]?.id ?? '');
  people.reverseTransfer(store.all('transfer')[0]?.id ?? '');
  async function read(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${options.secretKey}`, 'stripe-version': API_VERSION };
    return (await fetch(options.apiUrl + path, { headers })).json();
  }
  const payment = await read(`/v1/payment_intents/${direct.paymentId}?expand[0]=latest_charge`);
  const [invoice] = store.all('invoice');
  const paid = await read(`/v1/invoices/${invoice?.id}?expand[0]=payments`);
  const stored = (Object.keys(SHAPES) as Kind[]).flatMap((kind) => store.all(kind));
  const kinds = new Set(stored.map(({ object }) => object));
  expect(Object.keys(SHAPES).filter((kind) => !kinds.has(kind as Kind))).toEqual([]);
  expect([
    ...stored.flatMap((one) => differences(store.expanded(one), SHAPES[one.object], one.object)),
    ...differences(payment, { ...shapes.paymentIntent, latest_charge: shapes.directCharge }, 'payment'),
    ...differences(paid, shapes.invoice, 'invoice'),
    ...events.flatMap((event) => {
      const { object } = event.data.object;
      const shape = shapes.eventOf('', SHAPES[object as Kind] as never);
      return differences(event, { ...shape, account: shapes.account.id }, `event of ${object}`);
    }),
  ]).toEqual([]);
});
