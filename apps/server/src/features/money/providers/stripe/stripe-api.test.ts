import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openStripe, refundOf } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/stripe/stripe-server.ts';
import { BalanceInsufficient, ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';

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

  it('can be asked again for a refund that the balance does not cover yet', async () => {
    const { pay, provider, failures } = await openStripe();
    const refund = refundOf(await pay(), 100);
    const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Not enough.' };
    // The first calls read the payment and its refunds.
    failures.push({ kind: 'answer', status: 400, body: JSON.stringify({ error }) });
    const call = provider.refund(refund);
    await expect(call).rejects.toBeInstanceOf(BalanceInsufficient);
    await expect(call).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await provider.refund(refund)).toMatchObject([{ status: 'succeeded', requestId: refund.id }]);
  });

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

  it('shows no address of a payer that Stripe does not accept', async () => {
    const { open, request } = await openStripe();
    const email = 'ada@@example.org';
    const error = await thrownBy(open({ payer: { id: request().recipient.creatorId, email } }));
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(inspect(error, { depth: 20 })).toContain('customer_email');
    expect(inspect(error, { depth: 20 })).not.toContain(email);
  });

  it('sends no measurements of earlier requests', async () => {
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
    const { provider } = await openStripe();
    expect(await provider.testConnection()).toBe(
      'Connected to the Stripe account Tributary Test in test mode.',
    );
  });
});
