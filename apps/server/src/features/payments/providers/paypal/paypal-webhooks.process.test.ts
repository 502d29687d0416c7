import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authority,
  CERTIFICATE_NAME,
  issue,
} from '../../../../../test/support/paypal/paypal-certificates.ts';
import { capturedIn, openPaypal, refundOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/paypal/paypal-server.ts';
import * as shapes from '../../../../../test/support/paypal/shapes/events.ts';
import { runs } from '../../../../../test/support/properties/runs.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { ProviderUnavailable, WebhookRefused } from '../provider.errors.ts';
import { PAYPAL_EVENTS } from './paypal-events.ts';

/** Opens a server that has sent the webhook of an approved order. */
async function openWithEvent() {
  const opened = await openPaypal();
  const checkout = await opened.open();
  opened.people.approve(checkout.id);
  const event = opened.events.at(-1) ?? expect.fail('There is no event');
  const verify = (more: Parameters<typeof opened.webhookOf>[1] = {}, now = opened.store.now) =>
    opened.webhooks.verify({ ...opened.webhookOf(event, more), now });
  const certificateUrl = `${opened.options.environment.apiUrl}/v1/notifications/certs/CERT-1`;
  return { ...opened, checkout, event, verify, certificateUrl };
}

describe('the certificate of a webhook', () => {
  it('is downloaded once for many webhooks', async () => {
    const { verify, requests } = await openWithEvent();
    await Promise.all([verify(), verify(), verify()]);
    await verify();
    expect(requests.filter(({ path }) => path.includes('/certs/'))).toHaveLength(1);
  });

  it.each([
    ['another host', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['a host that looks alike', () => 'https://api.paypal.com.example.org/v1/notifications/certs/CERT-1'],
    ['a host before an @', (url: string) => url.replace('http://', 'http://api.paypal.com@')],
    ['another protocol', (url: string) => url.replace('http:', 'https:')],
    ['another port', (url: string) => url.replace(/:\d+/, ':1')],
    ['another path', (url: string) => url.replace('/certs/', '/../../uploads/')],
    ['a query', (url: string) => `${url}?to=elsewhere`],
    ['a file', () => 'file:///etc/passwd'],
    ['no address', () => 'CERT-1'],
  ])('is not downloaded from %s', async (_title, urlOf) => {
    const { verify, certificateUrl, requests } = await openWithEvent();
    const before = requests.length;
    await expect(verify({ certUrl: urlOf(certificateUrl) })).rejects.toThrow(WebhookRefused);
    expect(requests).toHaveLength(before);
  });

  it('may come with the certificates between it and a root', async () => {
    const { verify, certificates } = await openWithEvent();
    const between = issue({ name: 'Between', issuer: authority().root, isAuthority: true });
    const signedBy = issue({ name: CERTIFICATE_NAME, issuer: between });
    certificates.set('CERT-1', signedBy.certificate + between.certificate);
    expect((await verify({ signedBy })).type).toBe('CHECKOUT.ORDER.APPROVED');
  });

  it('may name where the certificate of its issuer is published', async () => {
    const { verify, certificates, options } = await openWithEvent();
    const between = issue({ name: 'Between', issuer: authority().root, isAuthority: true });
    const issuerUrl = `${options.environment.apiUrl}/between.pem`;
    const signedBy = issue({ name: CERTIFICATE_NAME, issuer: between, issuerUrl });
    certificates.set('CERT-1', signedBy.certificate).set('between.pem', between.certificate);
    expect((await verify({ signedBy })).type).toBe('CHECKOUT.ORDER.APPROVED');
  });

  it.each([
    [
      'was not issued by a trusted authority',
      () => issue({ name: CERTIFICATE_NAME, issuer: null }),
      /not issued by a trusted authority/,
    ],
    [
      'was issued by a certificate of a trusted issuer that may issue none',
      () => issue({ name: CERTIFICATE_NAME, issuer: authority().signer }),
      /not issued by a trusted authority/,
    ],
    [
      'has another name',
      () => issue({ name: 'www.paypal.com', issuer: authority().root }),
      /is not that of messageverificationcerts/,
    ],
  ])('is refused if it %s', async (_title, signer, reason) => {
    const { verify, certificates } = await openWithEvent();
    const signedBy = signer();
    certificates.set('CERT-1', signedBy.certificate + authority().signer.certificate);
    await expect(verify({ signedBy })).rejects.toThrow(reason);
  });

  it.each([
    ['has expired', '2060-01-01T00:00:00Z'],
    ['is not valid yet', '2020-01-01T00:00:00Z'],
  ])('is refused if it %s, also when it was downloaded before', async (_title, date) => {
    const { verify } = await openWithEvent();
    const at = new Date(date);
    await expect(verify({ at }, at)).rejects.toThrow(/is valid from/);
    await verify();
    await expect(verify({ at }, at)).rejects.toThrow(/is valid from/);
  });

  it('is refused if it is no certificate, or if it does not exist', async () => {
    const { verify, certificates, certificateUrl } = await openWithEvent();
    certificates.set('CERT-1', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
    await expect(verify()).rejects.toThrow(WebhookRefused);
    certificates.set('CERT-1', '<html>');
    await expect(verify()).rejects.toThrow(WebhookRefused);
    await expect(verify({ certUrl: certificateUrl.replace('CERT-1', 'CERT-2') })).rejects.toThrow(
      WebhookRefused,
    );
  });

  it('leaves the webhook to be sent again while PayPal does not serve it, or serves too much', async () => {
    const { verify, failures, certificates } = await openWithEvent();
    failures.push(SERVER_ERROR);
    await expect(verify()).rejects.toThrow(ProviderUnavailable);
    certificates.set('CERT-1', 'x'.repeat(100_000));
    await expect(verify()).rejects.toThrow(ProviderUnavailable);
    certificates.set('CERT-1', authority().signer.certificate);
    expect((await verify()).type).toBe('CHECKOUT.ORDER.APPROVED');
  });

  it('does not follow a redirect to another host', async () => {
    const { verify, failures } = await openWithEvent();
    failures.push({ kind: 'answer', status: 302, body: '', headers: { location: 'http://localhost:1/' } });
    await expect(verify()).rejects.toThrow(WebhookRefused);
  });
});

describe('the signature of a webhook', () => {
  it.each([
    ['the body', { body: '{"id":"another"}' }],
    ['the id of the webhook', { header: 'paypal-transmission-id', value: 'T-another' }],
    ['the time', { header: 'paypal-transmission-time', value: '2031-03-03T12:00:01.000Z' }],
    ['the signature', { header: 'paypal-transmission-sig', value: 'AAAA' }],
    ['the algorithm', { header: 'paypal-auth-algo', value: 'SHA1withRSA' }],
  ])('is refused after %s has changed', async (_title, change) => {
    const { webhooks, webhookOf, event, store } = await openWithEvent();
    const signed = webhookOf(event);
    const altered =
      'body' in change
        ? { ...signed, rawBody: Buffer.from(change.body) }
        : { ...signed, headers: { ...signed.headers, [change.header]: change.value } };
    await expect(webhooks.verify({ ...altered, now: store.now })).rejects.toThrow(WebhookRefused);
  });

  it('is accepted only for the webhook of this app', async () => {
    const { webhookOf, event, store, options } = await openWithEvent();
    const { webhooks } = await openPaypal({ ...options, webhookId: '9ZZ00000000000000' });
    await expect(webhooks.verify({ ...webhookOf(event), now: store.now })).rejects.toThrow(/signature/);
  });

  it('is accepted however old it is, since PayPal sends an event for days, but not from the future', async () => {
    const { verify, event, store } = await openWithEvent();
    const sentBefore = (ms: number) => verify({ at: new Date(store.now.getTime() - ms) });
    for (const ageMs of [0, 3 * DAY_MS, -5 * MINUTE_MS])
      expect(await sentBefore(ageMs)).toMatchObject({ id: event.id });
    await expect(sentBefore(-5 * MINUTE_MS - 1)).rejects.toThrow(/not a time in the past/);
  });

  it('is refused if it names no time', async () => {
    const { webhooks, webhookOf, event, store } = await openWithEvent();
    const signed = webhookOf(event);
    const headers = { ...signed.headers, 'paypal-transmission-time': 'yesterday' };
    await expect(webhooks.verify({ ...signed, headers, now: store.now })).rejects.toThrow(
      /is yesterday, which is not a time/,
    );
  });

  it('is not enough for a body that is not an event', async () => {
    const { verify } = await openWithEvent();
    await expect(verify({ body: '{}' })).rejects.toThrow(/not an event/);
    await expect(verify({ body: '<html>' })).rejects.toThrow(/not an event/);
  });

  it('keeps nothing of the body but the references to its objects', async () => {
    const { webhooks, webhookOf, event, store } = await openWithEvent();
    const resource = { ...event.resource, payer: { email_address: 'grace@example.org' } };
    const signed = webhookOf({ ...event, resource });
    const { body } = await webhooks.verify({ ...signed, now: store.now });
    expect(JSON.stringify(body)).not.toContain('grace');
  });
});

describe('an event of PayPal', () => {
  it('captures an approved order once, also when several requests read it at the same time', async () => {
    const { provider, checkout, event, factsOf, store } = await openWithEvent();
    const read = () => provider.readCheckout(checkout.reference);
    const all = await Promise.all([factsOf(event), read(), read(), factsOf(event)]);
    const ids = new Set(all.map((facts) => capturedIn(facts).paymentId));
    expect([...ids]).toEqual([store.get('order', checkout.id).capture?.id]);
  });

  it('follows the API, whatever its body says', async () => {
    const { pay, events, factsOf } = await openPaypal();
    const captured = await pay();
    const event = events.at(-1) ?? expect.fail('There is no event');
    const amount = { currency_code: 'USD', value: '99999.00' };
    expect(await factsOf({ ...event, resource: { ...event.resource, amount } })).toEqual([captured]);
  });

  it('leaves approved orders of other systems on the same account unchanged', async () => {
    const { open, people, events, factsOf, store } = await openPaypal();
    const { id } = await open();
    Object.assign(store.get('order', id), { custom_id: 'of a shop' });
    people.approve(id);
    expect(await factsOf(events.at(-1))).toEqual([]);
    expect(store.get('order', id).status).toBe('APPROVED');
  });

  it('leads to no fact if its object is unknown, or irrelevant to this instance', async () => {
    const { events, factsOf, pay } = await openPaypal();
    await pay();
    const event = events.at(-1) ?? expect.fail('There is no event');
    for (const resource_type of ['capture', 'refund', 'checkout-order', 'subscription', 'dispute', 'sale']) {
      expect(await factsOf({ ...event, resource_type, resource: { id: 'X', dispute_id: 'X' } })).toEqual([]);
    }
    expect(await factsOf({ ...event, resource_type: 'invoices', resource: { id: 'X' } })).toEqual([]);
  });

  it.each([
    ['an order', {}],
    ['a subscription', { subscription: { cycle: 'monthly', trialDays: 0 } }],
  ] as const)('reports a reversal of the payment of %s as a refund', async (_title, purchase) => {
    const { pay, people, events, factsOf } = await openPaypal();
    const { paymentId } = await pay(purchase);
    people.closeDispute(people.dispute(paymentId), 'lost', { takenCents: 400 });
    const reversal = events.find(({ event_type: type }) => type.endsWith('.REVERSED'));
    expect((await factsOf(reversal)).at(-1)).toMatchObject({
      kind: 'refund',
      paymentId,
      requestId: null,
      amountCents: 400,
      status: 'succeeded',
    });
  });

  it.each([
    ...PAYPAL_EVENTS.map((name) => [name, shapes.eventOf(name, shapes.RESOURCES[name])] as const),
    ['PAYMENT.SALE.REFUNDED', shapes.eventOf('PAYMENT.SALE.REFUNDED', shapes.sandboxSaleRefund)],
  ] as const)('reads the object again that PayPal’s sample of %s is about', async (name, event) => {
    const { factsOf, requests } = await openPaypal();
    expect(await factsOf(event)).toEqual([]);
    const paths = requests.flatMap(({ method, path }) => (method === 'GET' ? path : []));
    expect(paths.filter((path) => !path.includes('/certs/'))[0]).toBe(objectOf(name));
  });

  it('reports a refund that fails', async () => {
    const { pay, people, events, factsOf } = await openPaypal();
    people.settleRefund(people.refund((await pay()).paymentId, 400, 'PENDING'), 'FAILED');
    expect(events.at(-1)?.event_type).toBe('PAYMENT.REFUND.FAILED');
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({ kind: 'refund', status: 'failed' });
  });

  it.each([
    ['INQUIRY', 'BUYER_COMPLAINT'],
    ['CHARGEBACK', 'CHARGEBACK'],
  ] as const)(
    'reports the dispute in the stage %s of a payment that PayPal withholds for it',
    async (stage, reason) => {
      const { pay, people, events, factsOf, store } = await openPaypal();
      const captured = await pay();
      const ofCapture = events.at(-1);
      const disputeId = people.dispute(captured.paymentId, { stage, isHeld: true });
      expect(store.orderOf(captured.paymentId).capture?.complaint).toBe(reason);
      expect(await factsOf(ofCapture)).toEqual([
        captured,
        expect.objectContaining({ disputeId, status: 'open' }),
      ]);
      expect((await factsOf(events.at(-1))).map(({ kind }) => kind)).toEqual(['captured', 'dispute']);
    },
  );

  it('reports the same state whichever event of a payment is read last', async () => {
    const { pay, provider, people, events, factsOf } = await openPaypal();
    const captured = await pay();
    people.refund(captured.paymentId, 100, 'FAILED');
    await provider.refund(refundOf(captured, 250));
    people.refund(captured.paymentId, 100);
    const ofPayment = events.filter(({ event_type: type }) => type.startsWith('PAYMENT.CAPTURE.'));
    expect(ofPayment).toHaveLength(4);
    const expected = [
      captured,
      expect.objectContaining({ kind: 'refund', amountCents: 100, status: 'failed', requestId: null }),
      expect.objectContaining({ kind: 'refund', amountCents: 250, status: 'succeeded' }),
      expect.objectContaining({ kind: 'refund', amountCents: 100, status: 'succeeded', requestId: null }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ofPayment, { minLength: 1 }), async (order) => {
        for (const event of order) expect(await factsOf(event)).toEqual(expected);
      }),
      runs(5),
    );
  });
});

/** The address of the object that the sample of an event is about. */
function objectOf(name: string): string {
  if (name.startsWith('BILLING.SUBSCRIPTION.') || name === 'PAYMENT.SALE.COMPLETED')
    return '/v1/billing/subscriptions/I-BW452GLLEP1G';
  if (name.startsWith('CUSTOMER.DISPUTE.')) return '/v1/customer/disputes/PP-D-27803';
  if (name.startsWith('PAYMENT.PAYOUTS')) return '/v1/payments/payouts/5UXD2E8A7EBQJ';
  const others: Readonly<Record<string, string>> = {
    'CHECKOUT.ORDER.APPROVED': '/v2/checkout/orders/5O190127TN364715T',
    'PAYMENT.CAPTURE.REFUNDED': '/v2/payments/refunds/1JU08902781691411',
    'PAYMENT.CAPTURE.REVERSED': '/v2/payments/refunds/09E71677NS257044M',
    'PAYMENT.REFUND.FAILED': '/v2/payments/refunds/1JU08902781691411',
    'PAYMENT.SALE.REFUNDED': '/v1/payments/refund/6YX43824R4443062K',
    'PAYMENT.SALE.REVERSED': '/v1/payments/refund/77689802DL785834G',
  };
  return others[name] ?? '/v2/payments/captures/3C679366HH908993F';
}
