import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openPaypal, refundOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/paypal/paypal-server.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('The call did not throw'),
    (error: unknown) => error,
  );

const PAGE = { kind: 'answer', status: 200, body: '{"id":"5O","links":[]}' } as const;

describe('calls of the API of PayPal', () => {
  it.each([
    ['500', SERVER_ERROR],
    ['429', { ...SERVER_ERROR, status: 429 }],
    ['409 for a request that is in progress', { ...SERVER_ERROR, status: 409 }],
    ['a page of a proxy', { kind: 'answer', status: 502, body: '<html>Bad gateway</html>' }],
    ['a refusal that names no reason', { kind: 'answer', status: 422, body: '{}' }],
    ['JSON that is null', { ...PAGE, body: 'null' }],
    ['nothing', { ...PAGE, body: '' }],
    ['an object without its fields', { ...PAGE, body: '{"status":"CREATED"}' }],
    ['an object without a payment page', PAGE],
    ['half an answer', { ...PAGE, body: '{"id":"5O","links":' }],
    ['bytes that are not UTF-8', { ...PAGE, body: '\u{fffd}\u{0}' }],
    ['an address of another form', { ...PAGE, body: '{"id":"5O","links":[{"rel":"approve","href":"x"}]}' }],
    ['more than 8 MB', { ...PAGE, body: `{"id":"${'x'.repeat(8_400_000)}` }],
    ['a redirect', { kind: 'answer', status: 307, body: '', headers: { location: 'https://example.org/' } }],
    ['no answer', { kind: 'silence' }],
    ['the beginning of an answer', { kind: 'stall', body: '{"id":' }],
  ] as const)('throws ProviderUnavailable after %s', async (_title, failure) => {
    const { open, failures } = await openPaypal({ timeoutMs: 500 });
    failures.push(failure);
    expect(await thrownBy(open())).toBeInstanceOf(ProviderUnavailable);
  });

  it('signs in once for many calls, and again when the access token expires or was revoked', async () => {
    const { provider, open, requests, store, revokeTokens } = await openPaypal();
    const signIns = () => requests.filter(({ path }) => path === '/v1/oauth2/token').length;
    await Promise.all([open(), open(), provider.testConnection()]);
    expect(signIns()).toBe(1);
    store.now = new Date(store.now.getTime() + 9 * 3_600_000);
    await open();
    expect(signIns()).toBe(2);
    revokeTokens();
    expect(await thrownBy(open())).toBeInstanceOf(ProviderUnavailable);
    await open();
    expect(signIns()).toBe(3);
  });

  it('keeps a checkout possible while the client secret is wrong, and shows the secret nowhere', async () => {
    const clientSecret = 'EWrong4242424242';
    const { open, provider, requests } = await openPaypal({ clientSecret });
    for (const call of [open, provider.testConnection]) {
      const error = await thrownBy(call());
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(inspect(error, { depth: 20, showHidden: true, getters: true })).not.toContain(clientSecret);
    }
    for (const { path, query } of requests) expect(path + query).not.toContain(clientSecret);
    expect(inspect(provider, { depth: 20, showHidden: true })).not.toContain(clientSecret);
  });

  it('leaves descriptions of refusals, which may repeat what payers entered, out of errors', async () => {
    const { open, failures } = await openPaypal();
    const details = [{ issue: 'INVALID_PARAMETER', description: 'grace@example.org is not allowed' }];
    const body = JSON.stringify({ name: 'INVALID_REQUEST', debug_id: 'd1', details });
    failures.push({ kind: 'answer', status: 400, body });
    const error = await thrownBy(open());
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(inspect(error, { depth: 20 })).toContain('INVALID_PARAMETER');
    expect(inspect(error, { depth: 20 })).not.toContain('grace');
  });

  it('throws ProviderRefused for a refund of a payment that does not exist', async () => {
    const { pay, provider } = await openPaypal();
    const refund = { ...refundOf(await pay(), 100), paymentId: 'missing' };
    expect(await thrownBy(provider.refund(refund))).toBeInstanceOf(ProviderRefused);
  });

  it('sends PayPal no data about the payer', async () => {
    const { open, request, requests } = await openPaypal();
    const payer = { id: request().recipient.creatorId, email: 'grace@example.org' };
    await open({ payer });
    await open({ payer, purpose: 'subscription', subscription: { cycle: 'monthly', trialDays: 0 } });
    for (const { body } of requests) {
      expect(body.toString()).not.toContain('grace');
      expect(body.toString()).not.toContain(payer.id);
    }
  });
});

describe('the test of the connection', () => {
  it('names the address to which the webhook sends', async () => {
    const { provider, options } = await openPaypal();
    expect(await provider.testConnection()).toBe(
      `Connected to PayPal in its sandbox. Webhooks go to ${options.environment.apiUrl}/webhooks.`,
    );
  });

  it('names the events that the webhook does not send', async () => {
    const { provider, store } = await openPaypal();
    store.webhookEvents = ['CHECKOUT.ORDER.APPROVED', 'CUSTOMER.DISPUTE.CREATED'];
    expect(await provider.testConnection()).toMatch(/lacks these events: .*PAYMENT\.CAPTURE\.COMPLETED, /);
  });

  it('names a webhook that does not exist', async () => {
    const { provider } = await openPaypal({ webhookId: '9ZZ00000000000000' });
    expect(await provider.testConnection()).toMatch(/no webhook with the ID 9ZZ00000000000000/);
  });
});
