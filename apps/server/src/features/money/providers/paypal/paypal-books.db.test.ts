/** Payments through PayPal and the ledger, from the checkout to a lost dispute, and payouts to PayPal accounts. */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newCharge } from '../../../../../test/support/money-fixture.ts';
import { createPaymentsFixture } from '../../../../../test/support/payments/payments-fixture.ts';
import { traitsOf } from '../../../../../test/support/payments/provider-traits.ts';
import { idOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { startPaypalServer } from '../../../../../test/support/paypal/paypal-server.ts';
import { recordCharge } from '../../charges/charges.service.ts';
import { createPayoutAccounts } from '../../payouts/payout-accounts.service.ts';
import { createPayoutOpenings } from '../../payouts/payout-openings.service.ts';
import { defineProvider } from '../provider-definition.ts';
import { createPaypal } from './paypal.ts';

const PAYOUTS_PAGE = '/dashboard/creator/payouts';

const fixture = await createPaymentsFixture();
const { db, people, queue, rows, donation, expectBalanced, now, advance } = fixture;
// The certificate of the local server is made now.
advance(Date.parse('2031-03-03T12:00:00Z') - now().getTime());

const server = await startPaypalServer();
afterAll(() => server[Symbol.asyncDispose]());
const definition = defineProvider(traitsOf('paypal'), { clientId: z.string() }, async () =>
  createPaypal(server.options),
);
const payments = fixture.start({
  definitions: [definition],
  variables: { PAYPAL_CLIENT_ID: 'of the local server' },
});

async function open() {
  const { store } = server;
  store.now = now();
  let delivered = server.events.length;

  /** Delivers what PayPal has sent since, the newest first and each twice, and runs the queue. */
  async function settle() {
    store.now = now();
    expect(await queue.runAll()).toEqual([]);
    const events = server.events.slice(delivered).reverse();
    delivered = server.events.length;
    for (const event of [...events, ...events]) {
      await payments.webhooks.receive('paypal', server.webhookOf(event));
    }
    expect(await queue.runAll()).toEqual([]);
    await expectBalanced();
  }

  const creator = await people.streamer();
  async function donate(amount = 1500) {
    const { id } = await payments.donate(donation(creator, { method: 'paypal', amount }));
    return { id, orderId: idOf(await payments.pageOf(id)) };
  }
  const chargesOf = async (checkoutId: string) =>
    (await rows('charges')).filter((row) => row.checkout_id === checkoutId);

  return { ...server, creator, settle, donate, chargesOf };
}

describe('donations through PayPal', () => {
  it('are booked once, and follow refunds and a lost dispute', async () => {
    const { people: acts, settle, donate, chargesOf } = await open();
    const { id, orderId } = await donate();
    acts.approve(orderId);
    await settle();
    await settle();
    const [charge = expect.fail('Nothing was booked'), ...more] = await chargesOf(id);
    expect(more).toEqual([]);
    expect(charge).toMatchObject({ provider: 'paypal', status: 'captured', held_by: 'platform' });

    const chargeId = String(charge.id);
    const refund = { id: uuidv7(), chargeId, amountCents: 500, reason: 'Asked', requestedBy: null };
    await db.transact((tx) => payments.refunds.request(tx, refund));
    await settle();
    acts.refund(String(charge.payment_id), 200);
    await settle();
    const refunds = (await rows('refunds')).filter((row) => row.charge_id === chargeId);
    expect(refunds.map(({ amount_cents, status }) => [Number(amount_cents), status])).toEqual([
      [500, 'succeeded'],
      [200, 'succeeded'],
    ]);
  });

  it('lose a dispute', async () => {
    const { people: acts, settle, donate, chargesOf } = await open();
    const { id, orderId } = await donate();
    acts.approve(orderId);
    await settle();
    const [charge] = await chargesOf(id);
    acts.closeDispute(acts.dispute(String(charge?.payment_id)), 'lost');
    await settle();
    expect((await chargesOf(id))[0]).toMatchObject({ status: 'lost' });
  });

  it('are not booked when the payer agrees after the checkout has expired', async () => {
    const { people: acts, settle, donate, chargesOf } = await open();
    const { id, orderId } = await donate();
    advance(31 * 60_000);
    await payments.checkouts.sweep(new AbortController().signal);
    acts.approve(orderId);
    await settle();
    expect(await chargesOf(id)).toEqual([]);
    expect((await rows('checkouts')).find((row) => row.id === id)).toMatchObject({ status: 'expired' });
  });
});

describe('creators with a PayPal account', () => {
  async function openAccounts() {
    const opened = await open();
    const { providers, settlement, payoutNotices } = payments;
    const emailOf = async () => 'ada@example.org';
    const publicUrl = 'https://live.example.org';
    const accounts = createPayoutAccounts({
      db,
      providers,
      settlement,
      payoutNotices,
      emailOf,
      publicUrl,
      now,
    });
    const openings = createPayoutOpenings({ db, jobs: queue.jobs, providers, now });
    async function logIn(creator = opened.creator, payerId?: string) {
      const { url } = await accounts.onboard(creator, 'paypal');
      return accounts.finish(creator, 'paypal', opened.people.logIn(url, payerId).searchParams);
    }
    return { ...opened, accounts, openings, logIn };
  }

  it('are paid out to the account that they have logged in with', async () => {
    const { accounts, openings, creator, logIn, settle, people: acts, store } = await openAccounts();
    expect(await logIn(creator, 'AAAAAAAAAAAA1')).toBe(PAYOUTS_PAGE);
    const charge = newCharge(creator, { grossCents: 1500, feeCents: 0, capturedAt: now() });
    await db.transact((tx) => recordCharge(tx, charge));
    advance(1000);
    expect(await accounts.of(creator)).toEqual([
      { provider: 'paypal', state: 'ready', requirements: [], isUsed: true, waitsUntil: null },
    ]);
    const id = uuidv7();
    await openings.withdraw(creator, id, 1200);
    await fixture.endWaits();
    await queue.runRepeated();
    await settle();
    const [batch = expect.fail('Nothing was sent')] = store.all('batch');
    expect(batch).toMatchObject({ receiver: 'AAAAAAAAAAAA1', amount: { currency: 'USD', value: '12.00' } });
    acts.settlePayout(batch.id, 'SUCCESS');
    await settle();
    expect((await rows('payouts')).find((row) => row.id === id)).toMatchObject({ status: 'completed' });
  });

  it('return to the page of payouts with a notice when the account could not be connected', async () => {
    const { accounts, creator, logIn } = await openAccounts();
    const failed = `${PAYOUTS_PAGE}?onboarding=failed`;
    await logIn(creator, 'AAAAAAAAAAAA2');
    const other = await people.streamer();
    expect(await logIn(other, 'AAAAAAAAAAAA2')).toBe(failed);
    expect(await accounts.of(other)).toMatchObject([{ state: 'incomplete' }]);
    expect(await accounts.finish(other, 'paypal', new URLSearchParams({ error: 'denied' }))).toBe(failed);
    expect(await accounts.finish(null, 'paypal', new URLSearchParams())).toBe(failed);
    expect(await accounts.finish(other, 'stripe', new URLSearchParams())).toBe(failed);
    expect(await accounts.of(creator)).toMatchObject([{ state: 'ready' }]);
  });
});

describe('the keys of PayPal', () => {
  const KEYS = {
    clientId: 'AZDxjDScFpQtjWTOUtWKbyN',
    clientSecret: 'EGnHDxD_qRPdaLdZz8iCr8N',
    webhookId: '8PT597110X687430LKGECATA',
    environment: 'live',
  };

  it('are complete and have the form that PayPal shows', async () => {
    const { providers } = fixture.start();
    const admin = { userId: await people.person(), requestId: 'r', addressHash: null };
    for (const field of ['clientId', 'clientSecret', 'webhookId', 'environment']) {
      await expect(
        providers.setKeys(admin, 'paypal', { ...KEYS, [field]: 'https://x' }),
      ).rejects.toMatchObject({
        code: 'provider_keys_invalid',
        errors: [{ pointer: `/keys/${field}` }],
      });
    }
    await providers.setKeys(admin, 'paypal', KEYS);
    expect(await providers.find('paypal')).toMatchObject({ name: 'paypal', isTest: false });
    await providers.removeKeys(admin, 'paypal');
  });
});
