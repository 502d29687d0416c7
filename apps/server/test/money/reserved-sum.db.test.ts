/** Checks that the sum in the database equals the sum of `reservedCents` over the subscriptions. */
import type { UserId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { sumSimplyReserved } from '../../src/features/memberships/subscriptions/unused/reserved.repo.ts';
import { reservedCents } from '../../src/features/memberships/subscriptions/unused/reserved.ts';
import { findPaidPeriods } from '../../src/features/memberships/subscriptions/unused/unused-periods.repo.ts';
import { findReserved } from '../../src/features/payouts/withdrawable.repo.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const { db, account, offer } = await createMoneyFixture();
const TODAY = Date.UTC(2026, 10, 20);
await db.pool.query('insert into money_mode (is_test) values (true)');

const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Prices up to the highest yearly one, whose product with milliseconds exceeds the safe integers. */
const cents = fc.oneof(oneOf(1, 100, 500, 999_983, 1_000_000), fc.integer({ min: 1, max: 1_000_000 }));
/** Milliseconds at and around boundary moments. */
const around = (...moments: readonly number[]) =>
  fc.oneof(
    fc.tuple(oneOf(...moments), oneOf(-1, 0, 1)).map(([moment, by]) => moment + by),
    fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }),
  );
const share = oneOf(0, 0, 0, 0.1, 0.333, 0.5, 1);

const charge = fc.record({
  gross: fc.option(cents, { nil: null, freq: 2 }),
  fee: oneOf(0, 0.1, 0.1, 0.3337, 1),
  /** Counted from the start of the period. */
  capturedMs: around(0, 0, 1_000, -1_000, -DAY_MS, -30 * DAY_MS),
  refunded: share,
  disputed: share,
  lost: share,
  isReversed: oneOf(false, false, false, false, true),
  heldBy: oneOf('platform', 'platform', 'platform', 'creator_net', 'creator_gross'),
  isReleased: oneOf(true, true, true, false),
});

const subscription = fc.record({
  toOtherCreator: oneOf(false, false, false, true),
  price: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 6, arbitrary: cents }),
  credit: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: cents }),
  isGift: oneOf(false, false, false, true),
  status: oneOf('active', 'active', 'active', 'trialing', 'past_due', 'canceled'),
  /** Counted from the day on which the balance is read. */
  startMs: around(0, -DAY_MS, -30 * DAY_MS),
  days: oneOf(1 / DAY_MS, 1, 30, 31, 365, 366),
  charges: fc.oneof(
    { weight: 2, arbitrary: fc.array(charge, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(charge, { maxLength: 4 }) },
  ),
});
type Subscription = typeof subscription extends fc.Arbitrary<infer Value> ? Value : never;

const insertAll = (table: string, rows: readonly object[]) =>
  db.pool.query(
    `insert into ${table} (${Object.keys(rows[0] ?? {})})
     select ${Object.keys(rows[0] ?? {})} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );

const MOST = 6;
const creators = [await account('streamer'), await account('streamer')] as const;
const tiers = [await offer(creators[0].id), await offer(creators[1].id)] as const;
const fans: UserId[] = [];
while (fans.length < MOST) fans.push((await account()).id);

async function write(subscriptions: readonly Subscription[]): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const rows = subscriptions.map((of, index) => {
    const [creator, tier] = of.toOtherCreator ? [creators[1].id, tiers[1]] : [creators[0].id, tiers[0]];
    const price = of.isGift ? 0 : of.price;
    const start = TODAY + of.startMs;
    const id = uuidv7();
    const charges = of.charges.map((one) => {
      const gross = one.gross ?? Math.max(1, of.price);
      const refunded = Math.floor(gross * one.refunded);
      const disputed = Math.floor((gross - refunded) * one.disputed);
      return {
        id: uuidv7(),
        provider: 'stripe',
        is_test: true,
        payment_id: uuidv7(),
        subject_id: id,
        purpose: of.isGift ? 'gift' : 'subscription',
        creator_id: creator,
        currency: 'USD',
        gross_cents: gross,
        fee_cents: Math.floor(gross * one.fee),
        held_by: one.heldBy,
        captured_at: iso(start + one.capturedMs),
        released_at: one.isReleased ? iso(start + one.capturedMs) : null,
        refunded_cents: refunded,
        disputed_cents: disputed,
        lost_cents: Math.floor((gross - refunded - disputed) * one.lost),
        reversed_at: one.isReversed ? iso(start) : null,
      };
    });
    const subscribed = {
      id,
      tier_id: tier,
      user_id: fans[index],
      billing_cycle: 'monthly',
      price_cents: price,
      status: of.status,
      credit_cents: of.credit,
      is_gift: of.isGift,
      is_hidden: false,
      cancel_at_period_end: of.isGift,
      past_due_reminded: false,
      current_period_start: iso(start),
      current_period_end: iso(start + of.days * DAY_MS),
      created_at: iso(start),
      trial_end: iso(start),
    };
    return { subscribed, charges };
  });
  await insertAll(
    'tier_subscriptions',
    rows.map(({ subscribed }) => subscribed),
  );
  const charges = rows.flatMap((row) => row.charges);
  if (charges.length > 0) await insertAll('charges', charges);
}

async function clear(): Promise<void> {
  await db.pool.query('delete from charges');
  await db.pool.query('delete from tier_subscriptions');
}

it(
  'reserves the same cents in the database and in the program, after any payments, corrections and changes',
  PROPERTY_TIMEOUT,
  async () => {
    const taken = { cents: 0, others: 0 };
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(subscription, { minLength: 1, maxLength: MOST }),
          around(0, DAY_MS, 30 * DAY_MS, 364 * DAY_MS),
          async (subscriptions, laterMs) => {
            await write(subscriptions);
            const at = new Date(TODAY + laterMs);
            const day = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
            for (const { id } of creators) {
              const found = await db.read((reader) => findReserved(reader, id, at));
              expect(found).toBe(
                reservedCents(await db.read((reader) => findPaidPeriods(reader, id, day)), day),
              );
              const sum = await db.read((reader) => sumSimplyReserved(reader, id, day));
              taken.cents += sum.cents;
              taken.others += sum.otherIds.length;
            }
          },
        )
        .afterEach(clear),
      runs(100),
    );
    // Both code paths were taken.
    expect(taken.cents).toBeGreaterThan(0);
    expect(taken.others).toBeGreaterThan(0);
  },
);

it('reads the subscriptions that one charge pays for in one sum', async () => {
  const paid = { gross: null, fee: 0.1, refunded: 0, disputed: 0, lost: 0, isReversed: false };
  const charge = { ...paid, capturedMs: 0, heldBy: 'platform', isReleased: true };
  const monthly = { price: 500, credit: 0, isGift: false, status: 'active', startMs: 0, days: 30 };
  const ordinary = { ...monthly, toOtherCreator: false, charges: [charge] };
  const earlier = { ...charge, capturedMs: -30 * DAY_MS };
  await write([
    ordinary,
    { ...ordinary, charges: [earlier, charge] },
    { ...ordinary, charges: [{ ...charge, refunded: 0.5 }] },
    { ...ordinary, isGift: true, charges: [{ ...charge, capturedMs: -1_000 }] },
    { ...ordinary, status: 'trialing', charges: [] },
  ]);
  const sum = await db.read((reader) => sumSimplyReserved(reader, creators[0].id, new Date(TODAY)));
  expect(sum).toEqual({ cents: 450 + 450 + 225 + 450, otherIds: [] });
  await clear();
});
