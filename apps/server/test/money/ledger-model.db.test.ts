/**
 * Random histories of payments, run concurrently on a real database: steps are repeated, reordered, delayed and crash
 * at any point, and afterwards the ledger must balance.
 */
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { Charge } from '../../src/features/payments/charges/charge.ts';
import { earnTickets, releasePending } from '../../src/features/payments/charges/charges.service.ts';
import { lockAvailable } from '../../src/features/payments/ledger/accounts.repo.ts';
import type { HeldBy } from '../../src/features/payments/providers/provider.ts';
import { requestPayout, settlePayout } from '../../src/features/payouts/payout-requests.service.ts';
import { createMoneyFixture, newCharge } from '../support/money-fixture.ts';
import {
  openDispute,
  recordCharge,
  recordProviderRefund,
  requestRefund,
  reverseCharge,
  settleDispute,
  settleRefund,
} from '../support/payments/charges.ts';
import { saveRows } from '../support/properties/many-histories.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const { db, account, announce, expectBalance } = await createMoneyFixture();

const AT = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-12-21T12:00:00Z');
const SLOTS = 2;
const slot = fc.nat(SLOTS - 1);
const cents = fc.integer({ min: 1, max: 400 });

/** Steps refer to objects by slots, so that they meet each other's charges, refunds and payouts. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('charge'), charge: slot }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund'), charge: slot, refund: slot, amount: cents }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settleRefund'), refund: slot, succeeds: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('report'),
      charge: slot,
      refund: slot,
      amount: cents,
      succeeds: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sendByCreator'), charge: slot, amount: cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('dispute'), charge: slot, amount: cents }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settleDispute'), charge: slot, succeeds: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse'), charge: slot }) },
  // Two steps, as two jobs do them in transactions of their own.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('earnTickets') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout'), payout: slot, amount: cents }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settlePayout'), payout: slot, succeeds: fc.boolean() }),
  },
);

interface Step {
  readonly do: string;
  readonly charge?: number;
  readonly refund?: number;
  readonly payout?: number;
  readonly amount?: number;
  readonly succeeds?: boolean;
}

/** @param crash the number of statements after which the transaction is aborted; null: it commits */
const attempts = fc.array(
  fc.record({
    step: step as fc.Arbitrary<Step>,
    crash: fc.option(fc.integer({ min: 1, max: 14 }), { freq: 3 }),
    repeat: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 15, maxLength: 40 },
);

class Crash extends Error {}

/** Aborts a transaction after some statements, as a killed process does. */
function crashing(tx: Writer, after: number | null): Writer {
  if (after === null) return tx;
  let left = after;
  return tx.withPlugin({
    transformQuery({ node }) {
      left -= 1;
      if (left < 0) throw new Crash();
      return node;
    },
    transformResult: async ({ result }) => result,
  }) as Writer;
}

const heldBy = fc.constantFrom<HeldBy>('platform', 'platform', 'creator_net', 'creator_gross');

async function history(held: HeldBy) {
  const { id: creatorId } = await account('streamer');
  const show = await announce(creatorId);
  const charges = [held, 'platform' as const].map((heldBy, index) =>
    newCharge(creatorId, {
      heldBy,
      grossCents: 999,
      feeCents: 99,
      availableAt: LATER,
      ...(index === 1 && { purpose: 'ticket', subjectId: show }),
    }),
  );
  const ids = (count: number) => Array.from({ length: count }, () => uuidv7());
  const [refunds, payouts, disputes] = [ids(SLOTS), ids(SLOTS), ids(SLOTS)];
  const at = <Item>(items: readonly Item[], index: number | undefined): Item =>
    items[index ?? 0] ?? expect.fail(`no item ${index}`);

  async function perform(tx: Writer, { amount = 1, succeeds, ...about }: Step): Promise<unknown> {
    const chargeId = at(charges, about.charge).id;
    const refundId = at(refunds, about.refund);
    const payoutId = at(payouts, about.payout);
    const disputeId = at(disputes, about.charge);
    const lostCents = amount % 3 === 0 ? undefined : 0;
    const outcome = succeeds ? 'succeeded' : 'failed';
    switch (about.do) {
      case 'charge':
        return recordCharge(tx, at(charges, about.charge));
      case 'refund':
        return requestRefund(tx, {
          id: refundId,
          chargeId,
          amountCents: amount,
          reason: '',
          requestedBy: null,
          at: AT,
        });
      case 'settleRefund':
        return settleRefund(tx, { id: refundId, providerRefundId: refundId, status: outcome, at: AT });
      case 'report':
        return recordProviderRefund(tx, {
          id: uuidv7(),
          chargeId,
          providerRefundId: `${refundId} of ${chargeId}`,
          requestId: null,
          amountCents: amount,
          status: outcome,
          at: AT,
        });
      case 'sendByCreator':
        return recordProviderRefund(tx, {
          id: uuidv7(),
          chargeId,
          providerRefundId: uuidv7(),
          requestId: null,
          byCreator: true,
          amountCents: amount,
          status: 'succeeded',
          at: AT,
        });
      case 'dispute':
        return openDispute(tx, {
          id: disputeId,
          chargeId,
          providerDisputeId: disputeId,
          amountCents: amount,
          // Half of them are settled by refunds.
          reason: '',
          evidenceDueAt: null,
          settledByRefunds: amount % 2 === 1,
          at: AT,
        });
      case 'settleDispute':
        return settleDispute(tx, { id: disputeId, status: succeeds ? 'won' : 'lost', lostCents, at: AT });
      case 'reverse':
        return reverseCharge(tx, { chargeId, at: AT });
      case 'earnTickets':
        return earnTickets(tx, { eventId: show, at: AT });
      case 'release':
        return releasePending(tx, LATER);
      case 'payout': {
        const [periodStart, periodEnd] = [new Date(Date.UTC(2026, at([1, 2, 3], about.payout), 1)), LATER];
        const period = { periodStart, periodEnd, dueAt: LATER, at: AT };
        const before = await lockAvailable(tx, creatorId);
        await requestPayout(tx, { id: payoutId, streamerId: creatorId, amountCents: amount, ...period });
        const after = await lockAvailable(tx, creatorId);
        // Refunds since then can leave less than nothing, but a new payout cannot.
        return expect(after === before || after >= 0, `${before} -> ${after}`).toBe(true);
      }
      default:
        return settlePayout(tx, {
          id: payoutId,
          status: succeeds ? 'completed' : 'failed',
          provider: null,
          reference: null,
          reason: null,
          at: AT,
        });
    }
  }
  return { creatorId, perform };
}

/** Steps may be refused, since they come in any order; any other error is a failure. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof Crash ||
  /^There is no /.test(String(Reflect.get(Object(error), 'message')));

it(
  'keeps the ledger balanced after any concurrent history with repeated, reordered and crashed steps',
  PROPERTY_TIMEOUT,
  async () => {
    const restoreRows = await saveRows(db);
    await fc.assert(
      fc.asyncProperty(
        attempts,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 1, 2, 2, 2),
        heldBy,
        async (steps, workers, paid, held) => {
          await restoreRows();
          const { creatorId, perform } = await history(held);
          // Most histories start with a payment; in others it comes late.
          const first = Array.from({ length: paid }, (_, charge) => ({
            step: { do: 'charge', charge },
            crash: null,
            repeat: 1,
          }));
          const queue = [...first, ...steps].flatMap((run) => Array.from({ length: run.repeat }, () => run));
          const work = async () => {
            for (let run = queue.shift(); run; run = queue.shift()) {
              const { step: next, crash } = run;
              await db
                .transact((tx) => perform(crashing(tx, crash), next))
                .catch((error: unknown) => {
                  if (!isRefusal(error)) throw error;
                });
            }
          };
          await Promise.all(Array.from({ length: workers }, work));

          await expectBalance();
          const { rows } = await db.pool.query<Charge & { overpaid: boolean; fees: boolean }>(
            `select c.gross_cents < c.refunded_cents + c.disputed_cents + c.lost_cents as overpaid,
           c.fee_cents + c.net_cents = c.gross_cents
             and c.returned_fee_cents = ceil(c.fee_cents * c.taken_back_cents / c.gross_cents::numeric) as fees
         from charges c where creator_id = $1`,
            [creatorId],
          );
          for (const row of rows) expect(row).toEqual({ overpaid: false, fees: true });
        },
      ),
      runs(15),
    );
  },
);
