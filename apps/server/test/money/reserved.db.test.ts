/** Checks that a creator cannot withdraw the unused time of subscriptions, and then have the platform refund it. */
import { type UserId, userId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { createDonations } from '../../src/features/donations/donations.service.ts';
import { refundsOfUnusedPeriods } from '../../src/features/memberships/subscriptions/unused/unused-periods.jobs.ts';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { lockWithdrawable } from '../../src/features/payouts/withdrawable.repo.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { newCharge } from '../support/money-fixture.ts';
import { createMoneyUserData } from '../support/payments/money-user-data.ts';
import { createSubscriptionsFixture } from '../support/payments/subscriptions-fixture.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const fixture = await createSubscriptionsFixture();
const { db, people, queue, payments, now, fan, offer, subscribe, give } = fixture;
const notifications = { notify: async () => undefined };
queue.register([refundsOfUnusedPeriods({ ...payments, db, notifications })]);
const donations = createDonations({
  db,
  now,
  refunds: payments.refunds,
  channels: { summaries: async () => new Map() },
  subscribersAmong: async () => new Set(),
});
const images = { release: async () => {}, discard: async () => {} };
const userData = createMoneyUserData({ db, images, jobs: queue.jobs, now });
const channels = { summaries: async () => new Map() };
const payouts = createPayouts({ db, channels, providers: payments.providers, now });
const admin = { userId: userId.parse(uuidv7()), requestId: 'r', addressHash: null };
const publicUrl = 'https://live.example.org';
const emailOf = async () => 'ada@example.org';
const accounts = createPayoutAccounts({ ...payments, db, emailOf, publicUrl, now });
const openings = createPayoutOpenings({ db, jobs: queue.jobs, providers: payments.providers, now });

// Starts at midnight, since the reserved amount changes once a day.
fixture.advance(DAY_MS / 2);

afterEach(async () => {
  await fixture.expectBalanced();
  await fixture.endAll();
});

const newCreator = async (): Promise<UserId> => (await people.streamers(1))[0] as UserId;

/** Books a donation that is available at once. */
async function donate(creator: UserId, cents: number): Promise<string> {
  const charge = newCharge(creator, { grossCents: cents, feeCents: 0, capturedAt: now() });
  await db.transact(async (tx) => {
    await recordCharge(tx, charge);
    const sums = { amount: cents, platform_fee: 0, net_amount: cents };
    await tx
      .insertInto('donations')
      .values({
        id: charge.id,
        recipient_id: creator,
        ...sums,
        payment_provider: charge.provider,
        status: 'completed',
        charge_id: charge.id,
      })
      .execute();
  });
  return charge.id;
}

async function connectAccount(creator: UserId): Promise<void> {
  const { url } = await accounts.onboard(creator, 'sandbox');
  await payments.sandbox.backOffice.completeOnboarding(url.split('/').at(-1) ?? '');
  await payments.settle();
  await fixture.endWaitingTimes();
}

const payoutsOf = async (creator: UserId) =>
  (await fixture.rows('payouts'))
    .filter(({ streamer_id }) => streamer_id === creator)
    .map(({ amount }) => Number(amount));

async function deleteAccount(id: UserId): Promise<void> {
  await db.transact(async (tx) => {
    await userData.onDelete(tx, id, () => {});
    await tx.deleteFrom('profiles').where('id', '=', id).execute();
  });
  await payments.settle();
}

/** The balance that deleted creators have left to the platform; negative if the platform has paid for them. */
const leftByCreators = async (): Promise<number> =>
  (
    await db.pool.query(
      "select coalesce(sum(balance), 0)::integer as cents from ledger_accounts where owner_id is null and kind in ('creator_pending', 'creator_available')",
    )
  ).rows[0].cents;

describe('the unused part of a yearly subscription', () => {
  it('is shown as reserved, and becomes available as time passes', async () => {
    const creator = await newCreator();
    const tier = await offer({ creator_id: creator });
    await subscribe(tier, await fan(), 'yearly');
    expect(await payouts.balanceOf(creator)).toMatchObject({ pending: 4500, available: 0, reserved: 0 });
    await fixture.pass(73 * DAY_MS);
    // A fifth of the year is over.
    expect(await payouts.balanceOf(creator)).toMatchObject({ pending: 0, available: 900, reserved: 3600 });
    await fixture.pass(290 * DAY_MS);
    const { available, reserved } = await payouts.balanceOf(creator);
    expect(available + reserved).toBe(4500);
    expect(reserved).toBeLessThan(30);
  });

  it('is neither withdrawn nor paid out automatically', async () => {
    const creator = await newCreator();
    const tier = await offer({ creator_id: creator });
    await subscribe(tier, await fan(), 'yearly');
    await fixture.pass(73 * DAY_MS * 2);
    await connectAccount(creator);
    await expect(openings.withdraw(creator, uuidv7(), 1801)).rejects.toMatchObject({
      code: 'payout_too_large',
      availableCents: 1800,
    });
    await openings.withdraw(creator, uuidv7(), 1000);
    await openings.payAvailable(creator);
    expect(await payoutsOf(creator)).toEqual([1000]);
    await fixture.pass(73 * DAY_MS);
    await openings.runMonth(new AbortController().signal);
    expect(await payoutsOf(creator)).toEqual([1000, 1700]);
  });

  it('does not cover the refund of a donation that was paid out', async () => {
    const creator = await newCreator();
    const tier = await offer({ creator_id: creator });
    await subscribe(tier, await fan(), 'yearly');
    await fixture.pass(73 * DAY_MS);
    const donation = await donate(creator, 1000);
    const { available, reserved } = await payouts.balanceOf(creator);
    await openings.withdraw(creator, uuidv7(), available);
    expect(await payouts.balanceOf(creator)).toMatchObject({ available: 0, reserved });
    expect(reserved).toBeGreaterThan(1000);
    await expect(donations.refund(creator, donation)).rejects.toMatchObject({ code: 'donation_paid_out' });
    await donate(creator, 1000);
    expect(await donations.refund(creator, donation)).toMatchObject({ status: 'refunded' });
  });
});

it('reserves the same amount to the cent on the page, in a withdrawal and in the payout of a month', async () => {
  const creator = await newCreator();
  const [small, large] = [
    await offer({ creator_id: creator }),
    await offer({ creator_id: creator, price_monthly: 1700, price_yearly: 17_100 }),
  ];
  const [yearly, moved, refunded, disputed, canceled] = [
    ...[await subscribe(large, await fan(), 'yearly'), await subscribe(large, await fan(), 'yearly')],
    ...[await subscribe(small, await fan(), 'yearly'), await subscribe(small, await fan(), 'yearly')],
    await subscribe(small, await fan()),
  ] as const;
  const holder = async (id: string) => userId.parse((await fixture.row(id)).user_id);
  const chargeOf = async (id: string) => (await fixture.chargesOf(id)).at(-1) ?? expect.fail('Nothing paid');
  await fixture.subscriptions.cancel(await holder(canceled), canceled);
  await fixture.pass(9 * DAY_MS);
  // Leaves credit for later periods.
  await fixture.subscriptions.change(await holder(moved), moved, { tierId: small, cycle: 'monthly' });
  const charge = await chargeOf(refunded);
  const refund = {
    id: uuidv7(),
    chargeId: String(charge.id),
    amountCents: 333,
    reason: '',
    requestedBy: null,
  };
  await db.transact((tx) => payments.refunds.request(tx, refund));
  await payments.sandbox.backOffice.openDispute(String((await chargeOf(disputed)).payment_id));
  await payments.settle();
  await connectAccount(creator);

  const available = async () => {
    const balance = await payouts.balanceOf(creator);
    expect(balance.reserved).toBeGreaterThan(0);
    const ledger = await db.read((reader) => balancesOf(reader, creator));
    expect(balance.available + balance.reserved).toBe(ledger.availableCents);
    expect(await db.transact((tx) => lockWithdrawable(tx, creator, now()))).toBe(balance.available);
    await expect(openings.withdraw(creator, uuidv7(), balance.available + 1000)).rejects.toMatchObject({
      code: 'payout_too_large',
      availableCents: balance.available,
    });
    return balance.available;
  };
  const expected: number[] = [];
  await donate(creator, 1000);
  expected.push(await available());
  await openings.payAvailable(creator);
  expect(await available()).toBe(0);
  for (const days of [31, 62]) {
    await fixture.pass(days * DAY_MS);
    expected.push(await available());
    await openings.runMonth(new AbortController().signal);
    expect(await available()).toBe(0);
  }
  expect(await payoutsOf(creator)).toEqual(expected);
  await fixture.subscriptions.cancel(await holder(yearly), yearly);
  await available();
});

it(
  'pays no refund of unused time that the creator has withdrawn before deleting the account',
  PROPERTY_TIMEOUT,
  async () => {
    const restoreState = await fixture.saveState();
    const paid = fc.record({
      kind: fc.constantFrom('monthly' as const, 'yearly' as const, 'gift' as const),
      cents: fc.integer({ min: 1000, max: 20_000 }),
    });
    const days = fc.integer({ min: 8, max: 300 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(paid, { minLength: 1, maxLength: 3 }),
        days,
        fc.integer({ min: 0, max: 40 }),
        async (offers, wait, later) => {
          await restoreState();
          const creator = await newCreator();
          for (const { kind, cents } of offers) {
            const tier = await offer({ creator_id: creator, price_monthly: cents, price_yearly: cents * 10 });
            const payer = await fan();
            if (kind !== 'gift') await subscribe(tier, payer, kind);
            else {
              const { rows } = await db.pool.query('select username from profiles where id = $1', [
                await fan(),
              ]);
              const gift = await give(tier, payer, rows[0].username, 6);
              await payments.approve(gift);
              await payments.settle();
            }
          }
          await fixture.pass(wait * DAY_MS);
          const { available } = await payouts.balanceOf(creator);
          if (available >= 1000) {
            const id = uuidv7();
            await openings.withdraw(creator, id, available);
            await fixture.endWaitingTimes();
            await payments.payouts.complete(admin, id, 'SEPA 42');
            await expect(openings.withdraw(creator, uuidv7(), 1000)).rejects.toMatchObject({
              code: 'payout_too_large',
            });
          }
          await fixture.pass(later * DAY_MS);
          const before = await leftByCreators();
          await deleteAccount(creator);
          expect(await leftByCreators()).toBeGreaterThanOrEqual(before);
        },
      ),
      runs(6),
    );
  },
);
