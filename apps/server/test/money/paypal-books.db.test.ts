/** Payments through PayPal and the ledger, from the checkout to a lost dispute, and payouts to PayPal accounts. */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import { newCharge } from '../support/money-fixture.ts';
import { createPaypalBooks } from '../support/paypal/paypal-books.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const PAYOUTS_PAGE = '/dashboard/creator/payouts';

const fixture = await createPaypalBooks();
const { db, people, queue, rows, now, advance, payments, expectBalanced, open } = fixture;
afterAll(() => fixture.server[Symbol.asyncDispose]());

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

  it('are not booked if the payer agrees after the checkout has expired', async () => {
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

describe('a dispute at PayPal', () => {
  const HELD = { refunded: 0, disputed: 1500, lost: 0 };

  it('is booked when it is lost as the reversal by which PayPal pays the payer back', async () => {
    const { people: acts, settle, paid } = await open();
    const { paymentId, taken } = await paid();
    const id = acts.dispute(paymentId);
    await settle();
    expect(await taken()).toEqual(HELD);
    acts.closeDispute(id, 'lost');
    await settle();
    expect(await taken()).toEqual({ refunded: 1500, disputed: 0, lost: 0 });
  });

  it('withholds a disputed part of a payment once, and returns what PayPal leaves of it', async () => {
    const { people: acts, settle, paid } = await open();
    const { paymentId, taken } = await paid();
    const id = acts.dispute(paymentId, { amountCents: 600 });
    await settle();
    acts.closeDispute(id, 'lost', { takenCents: 400 });
    await settle();
    expect(await taken()).toEqual({ refunded: 400, disputed: 0, lost: 0 });
  });

  it('is lost up to the amount of its outcome if the money went back without a reversal', async () => {
    const { people: acts, settle, paid } = await open();
    const { paymentId, taken, charge } = await paid();
    acts.closeDispute(acts.dispute(paymentId), 'lost', { takenCents: 700, byBank: true });
    await settle();
    expect(await taken()).toEqual({ refunded: 0, disputed: 0, lost: 700 });
    expect(await charge()).toMatchObject({ status: 'lost' });
  });

  it('is withheld less what was refunded meanwhile, and includes it again when that refund fails', async () => {
    const { people: acts, settle, paid } = await open();
    const { paymentId, taken } = await paid();
    const id = acts.dispute(paymentId, { amountCents: 900, isHeld: true });
    await settle();
    advance(60_000);
    const refund = acts.refund(paymentId, 500, 'PENDING');
    await settle();
    expect(await taken()).toEqual({ refunded: 500, disputed: 400, lost: 0 });
    acts.settleRefund(refund, 'FAILED');
    await settle();
    expect(await taken()).toEqual({ refunded: 0, disputed: 900, lost: 0 });
    acts.closeDispute(id, 'won');
    await settle();
    expect(await taken()).toEqual({ refunded: 0, disputed: 0, lost: 0 });
  });

  it('withholds its amount once if its reversal is known only after its outcome', async () => {
    const { people: acts, settle, paid, store } = await open();
    const { orderId, paymentId, taken } = await paid();
    acts.closeDispute(acts.dispute(paymentId), 'lost', { takenCents: 700 });
    const { refunds } = store.get('order', orderId);
    const reversals = refunds.splice(0);
    await settle();
    expect(await taken()).toEqual({ refunded: 0, disputed: 0, lost: 700 });
    refunds.push(...reversals);
    acts.refund(paymentId, 100);
    await settle();
    expect(await taken()).toEqual({ refunded: 800, disputed: 0, lost: 0 });
  });
});

describe('what stays open at PayPal', () => {
  it('is settled without webhooks, for refunds and disputes', async () => {
    const { people: acts, settle, paid, events } = await open();
    const [one, other] = [await paid(), await paid()];
    const refund = acts.refund(one.paymentId, 500, 'PENDING');
    const dispute = acts.dispute(other.paymentId);
    await settle();
    const sent = events.length;
    acts.settleRefund(refund, 'FAILED');
    acts.closeDispute(dispute, 'won');
    // These webhooks are lost.
    events.splice(sent);
    await runRepeatedJobs(payments, 'money.read-open-corrections');
    expect([await one.taken(), await other.taken()]).toMatchObject([{ refunded: 500 }, { disputed: 1500 }]);
    advance(2 * HOUR_MS);
    await runRepeatedJobs(payments, 'money.read-open-corrections');
    const nothing = { refunded: 0, disputed: 0, lost: 0 };
    expect([await one.taken(), await other.taken()]).toEqual([nothing, nothing]);
    await expectBalanced();
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
    await fixture.endWaitingTimes();
    await queue.runRepeated();
    await settle();
    const [batch = expect.fail('Nothing was sent')] = store.all('batch');
    expect(batch).toMatchObject({ receiver: 'AAAAAAAAAAAA1', amount: { currency: 'USD', value: '12.00' } });
    acts.settlePayout(batch.id, 'SUCCESS');
    await settle();
    expect((await rows('payouts')).find((row) => row.id === id)).toMatchObject({ status: 'completed' });
  });

  it('return to the payouts page with a notice if the account could not be connected', async () => {
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
