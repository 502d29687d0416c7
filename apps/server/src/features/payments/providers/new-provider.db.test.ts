/** Acme: a provider that exists only in the tests, as one folder. */
import { expect, it } from 'vitest';
import { acmeDefinition } from '../../../../test/support/acme/acme-definition.ts';
import { createAcme, createAcmeServer } from '../../../../test/support/acme/acme-provider.ts';
import { createPaymentsFixture } from '../../../../test/support/payments/payments-fixture.ts';
import { describeProvider } from '../../../../test/support/payments/provider-conformance.ts';

const fixture = await createPaymentsFixture();
const { db, people, now, donation, rows } = fixture;

describeProvider('Acme', async () => {
  let nowMs = now().getTime();
  const server = createAcmeServer(() => new Date(nowMs));
  return {
    provider: createAcme(server),
    method: 'acme',
    account: null,
    now: server.now,
    advance(ms) {
      nowMs += ms;
    },
    approve: async ({ reference }) => void server.pay(reference),
    decline: async ({ reference }) => void server.decline(reference),
    break() {
      server.isDown = true;
    },
    repair() {
      server.isDown = false;
    },
  };
}, ['declines', 'refunds']);

it('takes payments and refunds by a new provider that is one folder and one line, under its own names', async () => {
  const server = createAcmeServer(now);
  const { open, checkouts, providers, refunds, settle } = fixture.start({
    definitions: [acmeDefinition(server)],
    variables: { ACME_API_KEY: 'acme_1' },
  });
  expect(await providers.methods()).toEqual([
    { method: 'acme', label: 'Acme account', purposes: ['donation'], isTest: true },
  ]);
  expect(providers.known).toContainEqual(expect.objectContaining({ name: 'acme', label: 'Acme Pay' }));
  expect(await providers.statuses()).toContainEqual(
    expect.objectContaining({
      label: 'Acme Pay',
      summary: 'Accounts at Acme.',
      keysFrom: 'environment',
      isTest: true,
      fields: [{ name: 'apiKey', label: 'API key', hint: null, isRequired: true }],
    }),
  );

  const payer = { userId: null, network: '192.0.2.1' };
  const { id, redirectUrl } = await open(donation(await people.streamer(), { method: 'acme' }), payer);
  expect(redirectUrl).toBe(`https://acme.example/page_${id}`);
  server.pay(`page_${id}`);
  fixture.advance(60_000);
  const holder = { userId: null, hasCookie: true };
  expect(await checkouts.state(id, holder)).toMatchObject({ status: 'paid', method: 'acme', isTest: true });
  const [charge] = await rows('charges');
  expect(charge).toMatchObject({ provider: 'acme', gross_cents: 1500, status: 'captured' });
  expect(await rows('donations')).toMatchObject([{ payment_provider: 'acme' }]);

  const refund = { id: crypto.randomUUID(), reason: 'Paid twice.', requestedBy: null };
  const request = { ...refund, chargeId: String(charge?.id), amountCents: 1500 };
  await db.transact((tx) => refunds.request(tx, request));
  await settle();
  expect(await rows('donations')).toMatchObject([{ status: 'refunded' }]);
  await fixture.expectBalanced();
});

it('offers a new provider on a sandbox instance as well, where the sandbox stands in for it', async () => {
  const { open, approve, settle, checkouts } = fixture.start({
    definitions: [acmeDefinition(createAcmeServer(now))],
  });
  const payer = { userId: null, network: '192.0.2.1' };
  const { id } = await open(donation(await people.streamer(), { method: 'acme' }), payer);
  await approve(id);
  await settle();
  expect(await checkouts.state(id, { userId: null, hasCookie: true })).toMatchObject({ status: 'paid' });
});
