import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { recordCharge, recordCharges } from '../../src/features/payments/charges/charges.service.ts';
import { openDispute } from '../../src/features/payments/charges/disputes.service.ts';
import { requestRefund } from '../../src/features/payments/charges/refunds.service.ts';
import { createIssuer } from '../../src/features/payouts/billing/receipt-issuer.ts';
import { requestPayout, settlePayout } from '../../src/features/payouts/payout-requests.service.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { createStatements } from '../../src/features/payouts/statements/statements.service.ts';
import { createMoneyFixture, newCharge } from '../support/money-fixture.ts';
import { planReader } from '../support/query-plans.ts';

const { db, account, channels, charge, expectBalance } = await createMoneyFixture();
const day = (date: number) => new Date(Date.UTC(2026, 9, date));
const statementsOf = (db: Database) =>
  createStatements({
    db,
    issuer: createIssuer(db, () => 'Reef'),
    payouts: createPayouts({
      db,
      channels,
      providers: { senders: async () => [] },
      now: () => day(30),
    }),
  });
const statements = statementsOf(db);

afterEach(expectBalance);

async function payOut(streamerId: UserId, from: number, until: number, amountCents: number): Promise<string> {
  const id = uuidv7();
  const period = { periodStart: day(from), periodEnd: day(until), dueAt: day(40), at: day(until) };
  await db.transact((tx) => requestPayout(tx, { id, streamerId, amountCents, ...period }));
  return id;
}
const captured = (id: UserId, date: number, more = {}) => charge(id, { capturedAt: day(date), ...more });
const refund = (chargeId: string, amountCents: number, date: number) =>
  db.transact((tx) =>
    requestRefund(tx, { id: uuidv7(), chargeId, amountCents, reason: '', requestedBy: null, at: day(date) }),
  );

it('continues where the previous statement closed, and separates payments, refunds, disputes and fees', async () => {
  const { id: ada, username } = await account('streamer');
  const bea = (await account('streamer')).id;
  const first = await captured(ada, 1);
  await captured(ada, 2, { availableAt: day(9) });
  await captured(bea, 2);
  const one = await payOut(ada, 0, 5, 900);
  await refund(first.id, 500, 6);
  const disputed = await captured(ada, 7);
  await db.transact((tx) =>
    openDispute(tx, {
      id: uuidv7(),
      chargeId: disputed.id,
      providerDisputeId: 'd',
      amountCents: 1000,
      reason: '',
      evidenceDueAt: null,
      at: day(8),
    }),
  );
  await captured(ada, 8, { grossCents: 3000, feeCents: 300 });
  const two = await payOut(ada, 5, 10, 2000);

  expect(await statements.of(ada, one)).toMatchObject({
    issuer: 'Reef',
    creator: { username },
    payout: { id: one, amount: 900 },
    opening: 0,
    payments: 2000,
    refunds: 0,
    disputes: 0,
    fees: -200,
    returnedPayouts: 0,
    closing: 900,
  });
  const { opening, payments, refunds, disputes, fees, returnedPayouts, closing } = await statements.of(
    ada,
    two,
  );
  expect([opening, payments, refunds, disputes, fees, returnedPayouts, closing]).toEqual([
    900, 4000, -500, -1000, -250, 0, 1150,
  ]);
  expect(opening + payments + refunds + disputes + fees - 2000).toBe(closing);
  const { items, next } = await statements.entries(ada, two);
  expect([items.map(({ kind, grossCents, feeCents }) => [kind, grossCents, feeCents]), next]).toEqual([
    [
      ['refund_requested', -500, 50],
      ['charge_captured', 1000, -100],
      ['dispute_opened', -1000, 100],
      ['charge_captured', 3000, -300],
      ['payout_requested', -2000, 0],
    ],
    null,
  ]);
});

it('counts a payment that is reported after the payout in the next statement, and a failed payout as returned', async () => {
  const { id: ada } = await account('streamer');
  await captured(ada, 1);
  const one = await payOut(ada, 0, 5, 900);
  await captured(ada, 4);
  const failed = { status: 'failed', provider: null, reference: null, reason: 'Closed', at: day(6) } as const;
  await db.transact((tx) => settlePayout(tx, { id: one, ...failed }));
  const two = await payOut(ada, 5, 10, 1800);
  expect(await statements.of(ada, one)).toMatchObject({ payments: 1000, fees: -100, closing: 0 });
  expect(await statements.of(ada, two)).toMatchObject({
    opening: 0,
    payments: 1000,
    fees: -100,
    returnedPayouts: 900,
    closing: 0,
  });
});

it('shows only the fee of a payment that went to the creator, and refuses other creators', async () => {
  const { id: ada } = await account('streamer');
  await captured(ada, 1, { heldBy: 'creator_gross' });
  await captured(ada, 2);
  const id = await payOut(ada, 0, 5, 800);
  expect(await statements.of(ada, id)).toMatchObject({ payments: 1000, fees: -200, closing: 0 });
  const bea = (await account('streamer')).id;
  await expect(statements.of(bea, id)).rejects.toMatchObject({ code: 'payout_not_found' });
});

it('includes a payment that is being booked during the request of a payout, or leaves it to the next statement', async () => {
  const { id: ada } = await account('streamer');
  const pending = { availableAt: day(20) };
  await captured(ada, 1);
  await captured(ada, 1, pending);
  let requested: Promise<string> | undefined;
  await db.transact(async (tx) => {
    await recordCharge(tx, newCharge(ada, { capturedAt: day(2), ...pending }));
    requested = payOut(ada, 0, 5, 900);
    const waiting = vi.waitFor(async () => expect(await countWaiting()).toBe(1), 10_000);
    await Promise.race([requested, waiting]);
  });
  const one = await requested;
  if (!one) return expect.fail('No payout was requested');
  const { payments, fees, closing } = await statements.of(ada, one);
  expect(payments + fees - 900).toBe(closing);
});

/** The number of transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await db.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

it('reads only the entries of its own period, however long the history is', async () => {
  const { id: ada } = await account('streamer');
  const history = Array.from({ length: 200 }, () => newCharge(ada, { capturedAt: day(1) }));
  await db.transact((tx) => recordCharges(tx, history));
  const one = await payOut(ada, 0, 5, 900);
  await captured(ada, 6);
  const two = await payOut(ada, 5, 10, 900);
  await db.pool.query('analyze');
  const rowsOf = async (payoutId: string) => {
    const scans = await planReader(db)(async (reading) => {
      // Otherwise PostgreSQL reads small tables sequentially even if there is an index.
      await reading.read((reader) => sql`set enable_seqscan = off`.execute(reader));
      await statementsOf(reading).of(ada, payoutId);
    });
    const entries = scans.filter(
      ({ table }) => table === 'ledger_entries' || table === 'ledger_transactions',
    );
    return entries.reduce((sum, { rows }) => sum + rows, 0);
  };
  expect(await rowsOf(one)).toBeGreaterThan(200);
  expect(await rowsOf(two)).toBeLessThan(20);
});
