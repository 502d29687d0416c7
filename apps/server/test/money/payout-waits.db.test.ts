/** Payouts after the creator's account at a provider was changed. */
import { HOLDING_DAYS } from '@tributary/contracts/payments';
import { PAYOUT_WAIT_HOURS } from '@tributary/contracts/payouts';
import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Mail } from '#platform/mail/index.ts';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { openDispute } from '../../src/features/payments/charges/disputes.service.ts';
import { holdingEnd } from '../../src/features/payments/charges/holding.ts';
import { SESSION } from '../../src/features/payments/providers/sandbox/sandbox-objects.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { payoutNoticeMails } from '../../src/features/payouts/accounts/payout-notices.jobs.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { payoutOpeningJobs } from '../../src/features/payouts/openings/payout-openings.jobs.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { newCharge } from '../support/money-fixture.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';

const fixture = await createPaymentsFixture();
const { db, people, now, advance, queue, notified, rows } = fixture;
const delayed: { readonly startAfter: Date; readonly send: () => Promise<void> }[] = [];
/** The test's queue runs every job at once, so delayed jobs are kept here. */
const jobs: Pick<Jobs, 'send'> = {
  async send(tx, type, data, { startAfter } = {}) {
    if (!startAfter) return queue.jobs.send(tx, type, data);
    delayed.push({ startAfter, send: () => db.transact((later) => queue.jobs.send(later, type, data)) });
  },
};
const payments = fixture.start({ jobs });
const about = { ...payments, db, jobs, now, publicUrl: 'https://live.example.org' };
const openings = createPayoutOpenings(about);
const shown = createPayouts({ ...about, channels: { summaries: async () => new Map() } });
const accounts = createPayoutAccounts({ ...about, emailOf: async () => 'ada@example.org' });
const mails: Mail[] = [];
const mailOptions = {
  users: { find: async () => ({ email: 'ada@example.org', language: 'en' }) } as never,
  mailer: { send: async (mail: Mail) => void mails.push(mail) },
  publicUrl: about.publicUrl,
  instanceName: () => 'Brook',
};
queue.register([...payoutOpeningJobs(openings), payoutNoticeMails(mailOptions)]);
const WAIT_MS = PAYOUT_WAIT_HOURS * 3_600_000;
const afterHours = () => new Date(now().getTime() + WAIT_MS).toISOString();
const admin = { userId: userId.parse(uuidv7()), requestId: 'r', addressHash: null };

/** @returns the id of the charge */
async function earn(id: UserId, grossCents: number): Promise<string> {
  const charge = newCharge(id, { grossCents, feeCents: 0, capturedAt: now() });
  await db.transact((tx) => recordCharge(tx, charge));
  advance(1000);
  return charge.id;
}

async function onboard(creator: UserId): Promise<string> {
  const { url } = await accounts.onboard(creator, 'sandbox');
  const account = url.split('/').at(-1) ?? '';
  await payments.sandbox.backOffice.completeOnboarding(account);
  await payments.settle();
  return account;
}

/** Connects another account than before. The sandbox reuses the first one of a creator. */
async function replaceAccount(creator: UserId): Promise<string> {
  await accounts.unlink(creator, 'sandbox');
  await db.pool.query("update sandbox_objects set key = id where kind = 'account'");
  return onboard(creator);
}

async function runDue(): Promise<void> {
  const due = delayed.filter(({ startAfter }) => startAfter <= now());
  for (const { send } of due) await send();
  await payments.settle();
}

const payoutsOf = async (id: UserId) =>
  (await rows('payouts'))
    .filter(({ streamer_id }) => streamer_id === id)
    .map(({ amount, account }) => ({ amount, account }));
const titles = () => notified.splice(0).map(({ title }) => title);
const noticesTo = (id: UserId) => notified.splice(0).filter(({ userId }) => userId === id);

beforeEach(() => {
  notified.length = 0;
  mails.length = 0;
});

it('pays an account at once that existed before the first payment, and any other automatically after 72 hours', async () => {
  const creator = await people.streamer();
  const first = await onboard(creator);
  await earn(creator, 5000);
  await openings.payAvailable(creator);
  expect(await payoutsOf(creator)).toEqual([{ amount: 5000, account: first }]);
  await earn(creator, 2000);
  const other = await replaceAccount(creator);
  expect(other).not.toBe(first);
  const waitsUntil = afterHours();
  expect(await accounts.of(creator)).toMatchObject([{ state: 'ready', isUsed: true, waitsUntil }]);
  await expect(openings.withdraw(creator, uuidv7(), 2000)).rejects.toMatchObject({
    code: 'payout_account_waits',
    message: expect.stringContaining(`until ${waitsUntil.slice(0, 10)} `),
  });
  advance(WAIT_MS - 1000);
  await runDue();
  await openings.payAvailable(creator);
  await openings.runMonth(new AbortController().signal);
  expect(await payoutsOf(creator)).toHaveLength(1);
  advance(1000);
  await runDue();
  expect((await payoutsOf(creator)).at(-1)).toEqual({ amount: 2000, account: other });
  expect(await accounts.of(creator)).toMatchObject([{ waitsUntil: null }]);
  await fixture.expectBalanced();
});

it('pays the first account of a channel with a balance automatically after 72 hours', async () => {
  const creator = await people.streamer();
  await earn(creator, 5000);
  const account = await onboard(creator);
  expect(await accounts.of(creator)).toMatchObject([{ state: 'ready', waitsUntil: afterHours() }]);
  await expect(openings.withdraw(creator, uuidv7(), 2000)).rejects.toMatchObject({
    code: 'payout_account_waits',
  });
  expect(await payoutsOf(creator)).toEqual([]);
  advance(WAIT_MS);
  await runDue();
  expect(await payoutsOf(creator)).toEqual([{ amount: 5000, account }]);
});

describe('the first payout of a channel', () => {
  async function request() {
    const creator = await people.streamer();
    await onboard(creator);
    const charge = await earn(creator, 5000);
    const id = uuidv7();
    await openings.withdraw(creator, id, 4000);
    const payout = async () => (await rows('payouts')).find((row) => row.id === id);
    return { creator, id, charge, payout };
  }
  const move = () => queue.runRepeated().then(payments.settle);

  it('is sent after the holding days, and the next ones at once', async () => {
    const { creator, id, payout } = await request();
    const asked = now();
    expect(await payout()).toMatchObject({ status: 'pending', waits_until: holdingEnd(now()) });
    advance(HOLDING_DAYS * DAY_MS - 1000);
    await move();
    expect(await payout()).toMatchObject({ sent_at: null });
    expect(await shown.byId(id, creator)).toMatchObject({
      waitsUntil: holdingEnd(asked).toISOString(),
    });
    advance(1000);
    expect(await shown.byId(id, creator)).toMatchObject({ waitsUntil: null });
    await move();
    expect(await payout()).toMatchObject({ sent_at: now() });
    const next = uuidv7();
    await openings.withdraw(creator, next, 1000);
    await move();
    expect((await rows('payouts')).find(({ id }) => id === next)).toMatchObject({ sent_at: now() });
  });

  it('fails if its payments are disputed meanwhile, and the rest returns to the balance', async () => {
    const { creator, charge, payout } = await request();
    const dispute = { id: uuidv7(), chargeId: charge, providerDisputeId: 'd-1', amountCents: 5000 };
    await db.transact((tx) => openDispute(tx, { ...dispute, reason: '', evidenceDueAt: null, at: now() }));
    await move();
    expect(await payout()).toMatchObject({
      status: 'failed',
      sent_at: null,
      failure_reason: 'Refunds or disputes took back what it was to pay. Withdraw what is left.',
    });
    expect(await db.read((reader) => balancesOf(reader, creator))).toMatchObject({
      availableCents: 0,
      inTransitCents: 0,
    });
    await fixture.expectBalanced();
  });

  it('cannot be completed by an admin before, but can be failed', async () => {
    const creator = await people.streamer();
    await earn(creator, 5000);
    const id = uuidv7();
    await openings.withdraw(creator, id, 4000);
    const complete = () => payments.payouts.complete(admin, id, 'SEPA 42');
    await expect(complete()).rejects.toMatchObject({
      code: 'payout_waits',
      message: expect.stringContaining(holdingEnd(now()).toISOString().slice(0, 10)),
    });
    advance(HOLDING_DAYS * DAY_MS);
    await complete();
    const second = uuidv7();
    await openings.withdraw(creator, second, 1000);
    await payments.payouts.complete(admin, second, 'SEPA 43');
  });
});

it('delays bank transfers by an admin after an account was disconnected, too', async () => {
  const creator = await people.streamer();
  await onboard(creator);
  await earn(creator, 5000);
  await accounts.unlink(creator, 'sandbox');
  const withdraw = () => openings.withdraw(creator, uuidv7(), 2000);
  await expect(withdraw()).rejects.toMatchObject({
    code: 'payout_account_waits',
    message: expect.stringContaining('was disconnected'),
  });
  advance(WAIT_MS);
  await withdraw();
  expect(await payoutsOf(creator)).toEqual([{ amount: 2000, account: null }]);
});

it('does not let an account wait again that was incomplete for a while', async () => {
  const creator = await people.streamer();
  await onboard(creator);
  const account = await replaceAccount(creator);
  advance(WAIT_MS);
  for (const isReady of [false, true]) {
    const facts = [{ kind: 'account', account, requirements: [], isReady }] as const;
    await db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, now()));
  }
  expect(await accounts.of(creator)).toMatchObject([{ state: 'ready', waitsUntil: null }]);
});

it('holds payments on the platform while the account waits', async () => {
  const creator = await people.streamer();
  await onboard(creator);
  await fixture.addEarlierPayout(creator);
  const accountOfPage = async () => {
    const { id } = await payments.donate(fixture.donation(creator));
    return (await payments.sandbox.get(SESSION, await payments.pageOf(id))).state;
  };
  expect(await accountOfPage()).toMatchObject({ account: expect.any(String) });
  const other = await replaceAccount(creator);
  expect(await accountOfPage()).toMatchObject({ account: null });
  advance(WAIT_MS);
  expect(await accountOfPage()).toMatchObject({ account: other });
});

it('notifies and mails the creator at once about every change of the payout account', async () => {
  const creator = await people.streamer();
  await onboard(creator);
  expect(noticesTo(creator)).toMatchObject([
    {
      title: 'A Sandbox account was connected for your payouts',
      href: '/dashboard/creator/payouts',
      message: expect.stringContaining('If this wasn’t you, reset your password'),
    },
  ]);
  expect(mails).toHaveLength(1);
  await replaceAccount(creator);
  expect(titles()).toEqual([
    'Your Sandbox account was disconnected from payouts',
    'A Sandbox account was connected for your payouts',
  ]);
  const until = new Date(now().getTime() + WAIT_MS).toISOString().slice(0, 16).replace('T', ' ');
  expect(mails.at(-1)).toMatchObject({
    to: 'ada@example.org',
    purpose: 'security',
    subject: 'Where you are paid on Brook was changed',
    text: expect.stringMatching(
      new RegExp(
        `connected for your payouts, on ${now().toISOString().slice(0, 10)}[^]+${PAYOUT_WAIT_HOURS} hours, until ${until}`,
      ),
    ),
  });
  expect(mails.at(-1)?.text).toContain('https://live.example.org/dashboard/creator/payouts');
  await accounts.onboard(creator, 'sandbox');
  await accounts.choose(creator, 'sandbox');
  await accounts.choose(creator, 'sandbox');
  await accounts.unlink(creator, 'sandbox');
  await accounts.unlink(creator, 'sandbox');
  await payments.settle();
  expect(titles()).toEqual([
    'The details of your Sandbox account were opened',
    'Your payouts are now sent to Sandbox',
    'Your Sandbox account was disconnected from payouts',
  ]);
  expect(mails).toHaveLength(6);
});
