/** Payouts to accounts at the sandbox and by hand, with a clock, a queue and webhooks of the test. */
import { type UserId, userId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import { createDonations } from '../../src/features/donations/donations.service.ts';
import { recordCharge, releasePending } from '../../src/features/payments/charges/charges.service.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { settlePayout } from '../../src/features/payouts/payout-requests.service.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { newCharge } from '../support/money-fixture.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const fixture = await createPaymentsFixture();
const { db, people, now, advance, queue, notified, rows } = fixture;
const payments = fixture.start();
const { providers, settlement, sandbox, payoutNotices, payouts: payoutSettlement } = payments;
const openings = createPayoutOpenings({ db, jobs: queue.jobs, providers, now });
const publicUrl = 'https://live.example.org';
const emailOf = async () => 'ada@example.org';
const accounts = createPayoutAccounts({ db, providers, settlement, payoutNotices, emailOf, publicUrl, now });
const admin = { userId: userId.parse(uuidv7()), requestId: 'r', addressHash: null };
const settle = () => payments.settle();

afterEach(async () => {
  await sandbox.backOffice.setOutage(false);
  await fixture.expectBalanced();
});

async function creatorWith(availableCents: number): Promise<UserId> {
  const id = await people.streamer();
  const charge = newCharge(id, { grossCents: availableCents, feeCents: 0, capturedAt: now() });
  await db.transact((tx) => recordCharge(tx, charge));
  advance(1000);
  return id;
}

async function onboard(creator: UserId): Promise<string> {
  const { url } = await accounts.onboard(creator, 'sandbox');
  const account = url.split('/').at(-1) ?? '';
  await sandbox.backOffice.completeOnboarding(account);
  await settle();
  await fixture.endWaitingTimes();
  return account;
}

const balances = (id: UserId) => db.read((reader) => balancesOf(reader, id));
const payoutsOf = async (id: UserId) =>
  (await rows('payouts')).filter(({ streamer_id }) => streamer_id === id);
const withdraw = async (creator: UserId, amountCents: number, id = uuidv7()) => {
  await openings.withdraw(creator, id, amountCents);
  await fixture.endWaitingTimes();
  return id;
};
const payout = async (id: string) => (await rows('payouts')).find((row) => row.id === id);
/** Lets the sandbox's bank settle payouts. */
async function arrive(): Promise<void> {
  advance(61_000);
  await sandbox.advance();
  await settle();
}
const runJobs = () => queue.runRepeated().then(settle);

it('onboards a creator on the provider’s page, and lists what is missing until it is complete', async () => {
  const creator = await people.streamer();
  expect(await accounts.of(creator)).toEqual([
    { provider: 'sandbox', state: 'none', requirements: [], isUsed: false, waitsUntil: null },
  ]);
  const { url } = await accounts.onboard(creator, 'sandbox');
  expect(url).toMatch(/^\/sandbox\/onboarding\//);
  expect(await accounts.of(creator)).toEqual([
    {
      provider: 'sandbox',
      state: 'incomplete',
      isUsed: false,
      waitsUntil: null,
      requirements: ['Complete the form of the sandbox.'],
    },
  ]);
  // The creator left the form and continues it. The webhook about its completion has not arrived yet.
  expect((await accounts.onboard(creator, 'sandbox')).url).toBe(url);
  await sandbox.backOffice.completeOnboarding(url.split('/').at(-1) ?? '');
  expect(await accounts.of(creator)).toEqual([
    { provider: 'sandbox', state: 'ready', requirements: [], isUsed: true, waitsUntil: null },
  ]);
  await accounts.onboard(creator, 'sandbox');
  expect(await accounts.of(creator)).toMatchObject([{ state: 'ready' }]);
  await accounts.unlink(creator, 'sandbox');
  expect(await accounts.of(creator)).toMatchObject([{ state: 'none' }]);
});

it('pays a withdrawal out to the account, and notifies the creator when the provider has completed it', async () => {
  const creator = await creatorWith(5000);
  await onboard(creator);
  const id = await withdraw(creator, 3000);
  await withdraw(creator, 3000, id);
  expect(await balances(creator)).toMatchObject({ availableCents: 2000, inTransitCents: 3000 });
  await runJobs();
  expect(await payout(id)).toMatchObject({
    status: 'pending',
    provider: 'sandbox',
    reference: expect.any(String),
  });
  notified.length = 0;
  await arrive();
  expect(await payout(id)).toMatchObject({ status: 'completed' });
  expect(await balances(creator)).toMatchObject({ availableCents: 2000, inTransitCents: 0 });
  expect(notified).toMatchObject([{ userId: creator, title: '$30.00 was paid out' }]);
});

it('keeps a creator from refunding a donation that was paid out, until the balance covers it', async () => {
  const creator = await people.streamer();
  const donations = createDonations({
    db,
    now,
    refunds: payments.refunds,
    channels: { summaries: async () => new Map() },
    subscribersAmong: async () => new Set(),
  });
  await payments.approve((await payments.donate(fixture.donation(creator))).id);
  await settle();
  advance(8 * DAY_MS);
  await db.transact((tx) => releasePending(tx, now()));
  const { availableCents } = await balances(creator);
  await withdraw(creator, availableCents);
  const donation = (await rows('donations')).find(({ recipient_id }) => recipient_id === creator);
  const refund = () => donations.refund(creator, String(donation?.id));
  await expect(refund()).rejects.toMatchObject({ code: 'donation_paid_out' });
  expect(await balances(creator)).toMatchObject({ availableCents: 0 });
  const earned = newCharge(creator, { grossCents: availableCents, feeCents: 0, capturedAt: now() });
  await db.transact((tx) => recordCharge(tx, earned));
  expect(await refund()).toMatchObject({ status: 'refunded' });
  expect(await balances(creator)).toMatchObject({ availableCents: 0 });
});

it('returns a payout that the bank refuses to the balance, and shows the creator the reason', async () => {
  const creator = await creatorWith(5000);
  const account = await onboard(creator);
  await sandbox.backOffice.setPayoutsFail(account, true);
  const id = await withdraw(creator, 5000);
  await runJobs();
  notified.length = 0;
  await arrive();
  expect(await payout(id)).toMatchObject({ status: 'failed', failure_reason: 'The bank account is closed.' });
  expect(await balances(creator)).toMatchObject({ availableCents: 5000, inTransitCents: 0 });
  expect(notified).toMatchObject([
    {
      title: 'A payout of $50.00 failed',
      message: 'It is back in your balance. The bank account is closed.',
    },
  ]);
});

it('keeps a payout pending on its due date if its webhook was lost, until the provider settles it', async () => {
  const creator = await creatorWith(5000);
  await onboard(creator);
  const id = await withdraw(creator, 5000);
  await runJobs();
  advance(61_000);
  await sandbox.advance();
  fixture.sent.length = 0;
  for (const job of await queue.waiting('money.deliver-sandbox-webhook')) await queue.remove(job);
  advance(60 * DAY_MS);
  await runJobs();
  expect(await payout(id)).toMatchObject({ status: 'completed' });
});

it('sends a payout once if the provider was down at first', async () => {
  const creator = await creatorWith(5000);
  await onboard(creator);
  await sandbox.backOffice.setOutage(true);
  const id = await withdraw(creator, 5000);
  await runJobs();
  expect(await payout(id)).toMatchObject({ status: 'pending', reference: null });
  await sandbox.backOffice.setOutage(false);
  await runJobs();
  expect(await payout(id)).toMatchObject({ reference: null });
  advance(10 * 60_000);
  await runJobs();
  await arrive();
  expect(await payout(id)).toMatchObject({ status: 'completed' });
  const sent = (await rows('sandbox_objects')).filter(({ kind, state }) => {
    return kind === 'payout' && JSON.stringify(state).includes(id);
  });
  expect(sent).toHaveLength(1);
});

it('fails a payout at once if its account is refused', async () => {
  const creator = await creatorWith(5000);
  const account = await onboard(creator);
  const id = await withdraw(creator, 5000);
  await db.pool.query(`update sandbox_objects set state = state || '{"isReady": false}' where id = $1`, [
    account,
  ]);
  await runJobs();
  expect(await payout(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'The creator has not completed onboarding.',
  });
});

it('leaves the payout of a creator without an account to an admin, who completes it with a reference once', async () => {
  const creator = await creatorWith(5000);
  const id = await withdraw(creator, 5000);
  await onboard(creator);
  await runJobs();
  expect(await payout(id)).toMatchObject({ status: 'pending', provider: null, sent_at: null });
  await payoutSettlement.complete(admin, id, 'SEPA 42');
  expect(await payout(id)).toMatchObject({ status: 'completed', provider: 'manual', reference: 'SEPA 42' });
  await expect(payoutSettlement.fail(admin, id, 'Again')).rejects.toMatchObject({ code: 'payout_settled' });
  await expect(payoutSettlement.fail(admin, uuidv7(), 'Whose')).rejects.toMatchObject({
    code: 'payout_not_found',
  });
});

it('books a payout that arrives although an admin gave it up, so that it is not paid twice', async () => {
  const creator = await creatorWith(5000);
  await onboard(creator);
  const id = await withdraw(creator, 5000);
  await runJobs();
  await payoutSettlement.fail(admin, id, 'The bank does not answer.');
  expect(await balances(creator)).toMatchObject({ availableCents: 5000 });
  await arrive();
  expect(await payout(id)).toMatchObject({ status: 'completed' });
  expect(await balances(creator)).toMatchObject({ availableCents: 0, inTransitCents: 0 });
});

it('returns a payout to the balance that arrived although it had failed, and that the bank then sent back', async () => {
  const creator = await creatorWith(3000);
  const id = await withdraw(creator, 2000);
  const outcome = async (status: 'completed' | 'failed') =>
    db.transact((tx) =>
      settlePayout(tx, { id, status, provider: 'manual', reference: null, reason: null, at: now() }),
    );
  for (const status of ['failed', 'completed', 'failed'] as const) await outcome(status);
  expect((await balances(creator)).availableCents).toBe(3000);
  await expect(outcome('completed')).rejects.toMatchObject({ code: 'payout_conflict' });
});

it('ignores facts about payouts of other systems and other providers', async () => {
  const creator = await creatorWith(5000);
  const manual = await withdraw(creator, 5000);
  const about = {
    kind: 'payout',
    status: 'completed',
    reason: null,
    reference: 'tr_1',
    occurredAt: now(),
  } as const;
  for (const payoutId of [manual, uuidv7()])
    await db.transact((tx) => settlement.apply(tx, 'sandbox', [{ ...about, payoutId }], now()));
  expect(await payout(manual)).toMatchObject({ status: 'pending' });
});

it('refuses an idempotency key that was used before, and reveals nothing about another creator’s payout', async () => {
  const [creator, other] = [await creatorWith(5000), await creatorWith(5000)];
  const id = await withdraw(creator, 4321);
  await expect(withdraw(creator, 1000, id)).rejects.toMatchObject({
    code: 'payout_conflict',
    message: expect.stringContaining('$43.21, not $10.00'),
  });
  for (const amountCents of [4321, 1000]) {
    await expect(withdraw(other, amountCents, id)).rejects.toMatchObject({
      code: 'payout_conflict',
      message: `The id ${id} is taken. Use a new one.`,
    });
  }
  expect(await payoutsOf(other)).toEqual([]);
});

it('refuses a withdrawal below the minimum or above the balance, and names the amounts', async () => {
  const creator = await creatorWith(5000);
  await expect(withdraw(creator, 999)).rejects.toMatchObject({
    code: 'payout_too_small',
    errors: [{ pointer: '/amount', detail: 'Enter at least $10.00.' }],
  });
  await expect(withdraw(creator, 5001)).rejects.toMatchObject({
    code: 'payout_too_large',
    availableCents: 5000,
    errors: [{ pointer: '/amount', detail: 'Enter at most $50.00.' }],
  });
});

it('pays each creator with an account the available balance once a month, less what was withdrawn', async () => {
  const run = () => openings.runMonth(new AbortController().signal);
  await run();
  const [ready, waiting, poor] = [await creatorWith(5000), await creatorWith(5000), await creatorWith(999)];
  await onboard(ready);
  await onboard(poor);
  await run();
  await withdraw(ready, 1000);
  advance(31 * DAY_MS);
  await run();
  await run();
  expect((await payoutsOf(ready)).map(({ amount }) => amount)).toEqual([1000, 4000]);
  const [first, second] = await payoutsOf(ready);
  expect(second?.period_start).toEqual(first?.period_end);
  expect([await payoutsOf(waiting), await payoutsOf(poor)]).toEqual([[], []]);
});

it('holds the money of a banned creator until the ban ends', async () => {
  const run = () => openings.runMonth(new AbortController().signal);
  const creator = await creatorWith(5000);
  await onboard(creator);
  const requested = await withdraw(creator, 1000);
  const setBan = (at: string) =>
    db.pool.query(`update profiles set banned_at = ${at} where id = $1`, [creator]);
  await setBan('now()');
  advance(31 * DAY_MS);
  await run();
  await openings.payAvailable(creator);
  await runJobs();
  expect(await payout(requested)).toMatchObject({ status: 'pending', sent_at: null });
  expect(await balances(creator)).toMatchObject({ availableCents: 4000, inTransitCents: 1000 });
  await setBan('null');
  await openings.payAvailable(creator);
  await runJobs();
  expect(await payout(requested)).toMatchObject({ sent_at: expect.any(Date) });
  expect(await balances(creator)).toMatchObject({ availableCents: 0, inTransitCents: 5000 });
});

it('never pays out more than is available under concurrent withdrawals', PROPERTY_TIMEOUT, async () => {
  const restoreState = await fixture.saveState();
  const amount = fc.integer({ min: 1000, max: 9000 });
  await fc.assert(
    fc.asyncProperty(amount, fc.array(amount, { minLength: 2, maxLength: 6 }), async (available, amounts) => {
      await restoreState();
      const creator = await creatorWith(available);
      await Promise.allSettled(amounts.map((amountCents) => withdraw(creator, amountCents)));
      const { availableCents, inTransitCents } = await balances(creator);
      expect(availableCents).toBeGreaterThanOrEqual(0);
      expect(availableCents + inTransitCents).toBe(available);
    }),
    runs(15),
  );
});
