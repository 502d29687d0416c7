import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openStripe, refundOf } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/stripe/stripe-server.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { BalanceInsufficient, ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import { createStripe } from './stripe.ts';

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('The call did not throw'),
    (error: unknown) => error,
  );

describe('calls of the API of Stripe', () => {
  it.each([
    ['500', SERVER_ERROR],
    ['429', { ...SERVER_ERROR, status: 429 }],
    ['409 for a key that is in use', { ...SERVER_ERROR, status: 409 }],
    ['a page of a proxy', { kind: 'answer', status: 502, body: '<html>Bad gateway</html>' }],
    ['JSON that is null', { kind: 'answer', status: 200, body: 'null' }],
    ['an object without its fields', { kind: 'answer', status: 200, body: '{"id":"cs_1"}' }],
    ['half an answer', { kind: 'answer', status: 200, body: '{"id":"cs_1","url":' }],
    ['an address of another form', { kind: 'answer', status: 200, body: '{"id":"cs_1","url":"javascript"}' }],
    ['a failure without an error', { kind: 'answer', status: 500, body: '{}' }],
    ['no answer', { kind: 'silence' }],
    ['the beginning of an answer', { kind: 'stall', body: '{"id":' }],
  ] as const)('throws ProviderUnavailable after %s', async (_title, failure) => {
    const { open, failures } = await openStripe({ timeoutMs: 200 });
    failures.push(failure);
    expect(await thrownBy(open())).toBeInstanceOf(ProviderUnavailable);
  });

  it('throws ProviderUnavailable when a page of a list fails', async () => {
    const { provider, failures } = await openStripe();
    failures.push(SERVER_ERROR);
    const list = async () => {
      for await (const _payment of provider.listPayments(new Date(0), new Date()))
        expect.fail('Nothing is listed');
    };
    expect(await thrownBy(list())).toBeInstanceOf(ProviderUnavailable);
  });

  it.each(['in the same process', 'after a restart'] as const)(
    'make a refund once the balance covers it, %s',
    async (where) => {
      const { pay, request, provider, options, store } = await openStripe();
      const { creatorId } = request().recipient;
      const refund = refundOf(await pay({ recipient: { creatorId, account: null } }), 1250);
      store.move(PLATFORM, null, 1250);
      for (const _attempt of ['first', 'second', 'third']) {
        const call = provider.refund(refund);
        await expect(call).rejects.toBeInstanceOf(BalanceInsufficient);
        await expect(call).rejects.toBeInstanceOf(ProviderUnavailable);
      }
      store.move(null, PLATFORM, 1250);
      const later = where === 'after a restart' ? createStripe(options) : provider;
      expect(await later.refund(refund)).toMatchObject([{ status: 'succeeded', requestId: refund.id }]);
      expect(store.balanceOf(PLATFORM)).toBe(0);
    },
  );

  it('throws ProviderRefused for a payment that does not exist', async () => {
    const { pay, provider } = await openStripe();
    const refund = { ...refundOf(await pay(), 100), paymentId: 'pi_missing' };
    expect(await thrownBy(provider.refund(refund))).toBeInstanceOf(ProviderRefused);
  });

  it('keeps a checkout possible while the secret key is wrong, and shows the key nowhere', async () => {
    const secretKey = 'sk_test_wrong4242424242';
    const { open, provider, requests } = await openStripe({ secretKey });
    for (const call of [open, provider.testConnection]) {
      const error = await thrownBy(call());
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(inspect(error, { depth: 20, showHidden: true, getters: true })).not.toContain(secretKey);
    }
    for (const { path, query, body } of requests) expect(`${path}${query}${body}`).not.toContain(secretKey);
    expect(inspect(provider, { depth: 20, showHidden: true })).not.toContain(secretKey);
  });

  it('leaves a payer’s address that Stripe does not accept out of errors', async () => {
    const { open, request } = await openStripe();
    const email = 'ada@@example.org';
    const error = await thrownBy(open({ payer: { id: request().recipient.creatorId, email } }));
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(inspect(error, { depth: 20 })).toContain('customer_email');
    expect(inspect(error, { depth: 20 })).not.toContain(email);
  });

  it('sends no telemetry about earlier requests', async () => {
    const { pay, requests } = await openStripe();
    await pay();
    await pay();
    for (const { headers } of requests) expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  it.each([
    ['sk_test_1', true],
    ['rk_test_1', true],
    ['sk_live_1', false],
    ['rk_live_1', false],
  ])('knows from the key %s whether payments are test payments: %s', async (secretKey, isTest) => {
    const { provider } = await openStripe({ secretKey });
    expect(provider.isTest).toBe(isTest);
  });

  it('names the account and its mode', async () => {
    const { provider, platform } = await openStripe();
    platform.payoutInterval = 'manual';
    expect(await provider.testConnection()).toBe(
      'Connected to the Stripe account Tributary Test in test mode.',
    );
  });

  it('warns in the connection test that payouts to the bank leave no money for creators', async () => {
    const { provider } = await openStripe();
    expect(await provider.testConnection()).toMatch(/pays the balance out to your bank \(daily\)/);
  });

  it('names in the connection test what a restricted key may not read', async () => {
    const { provider, platform } = await openStripe();
    platform.unreadable.add('Customers').add('Invoices');
    expect(await provider.testConnection()).toMatch(/may not read Customers, Invoices: allow it at Stripe\./);
  });

  it('makes a refund once after Stripe has failed before or after making it', async () => {
    const { pay, provider, crashes, store, forgetIdempotencyKeys } = await openStripe();
    const captured = await pay();
    for (const moment of ['before', 'after'] as const) {
      const refund = refundOf(captured, 100);
      crashes.push(moment);
      await expect(provider.refund(refund)).rejects.toBeInstanceOf(ProviderUnavailable);
      // Stripe repeats its failure for a day, unless the refund exists.
      if (moment === 'before')
        await expect(provider.refund(refund)).rejects.toBeInstanceOf(ProviderUnavailable);
      forgetIdempotencyKeys();
      expect(await provider.refund(refund)).toMatchObject([{ requestId: refund.id, status: 'succeeded' }]);
    }
    expect(store.all('refund')).toHaveLength(2);
  });
});
