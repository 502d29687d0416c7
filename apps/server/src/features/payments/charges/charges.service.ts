/**
 * Records charges, releases their money and reverses them. Each function belongs to one transaction: it locks the
 * charge, posts to the ledger and updates the creators' earnings. Repeating a call changes nothing; repeating it with
 * other values throws.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import { post } from '../ledger/ledger.repo.ts';
import type { Entry, Posting } from '../ledger/posting.ts';
import type { Charge, NewCharge } from './charge.ts';
import { captured, reversed } from './charge-postings.ts';
import { chargeConflict } from './charges.errors.ts';
import * as repo from './charges.repo.ts';
import { projectEarnings } from './earnings.repo.ts';
import { decideMoneyMode } from './money-mode.repo.ts';

/** The number of charges that one transaction releases. */
const RELEASE_BATCH = 1_000;

export async function recordCharge(tx: Writer, charge: NewCharge): Promise<Charge> {
  const [recorded] = await recordCharges(tx, [charge]);
  if (!recorded) throw new Error(`Charge ${charge.id} was not recorded`);
  return recorded;
}

/** As `recordCharge`, in a few statements for any number of charges of one currency. */
export async function recordCharges(tx: Writer, charges: readonly NewCharge[]): Promise<Charge[]> {
  const rows = charges.map((charge) => ({
    ...charge,
    releasedAt: isHeldBack(charge) ? null : charge.capturedAt,
    // Tickets are earned when their event has ended.
    earnedAt: charge.purpose === 'ticket' ? null : charge.capturedAt,
  }));
  const [first] = rows;
  if (first) await decideMoneyMode(tx, first.isTest);
  const inserted = await repo.insertCharges(tx, rows);
  await post(tx, inserted.map(captured));
  await projectEarnings(
    tx,
    inserted.map((after) => ({ before: null, after })),
  );
  const byId = new Map(inserted.map((charge) => [charge.id, charge]));
  const recorded: Charge[] = [];
  for (const charge of charges) recorded.push(byId.get(charge.id) ?? (await findSame(tx, charge)));
  return recorded;
}

const isHeldBack = ({ heldBy, purpose, availableAt, capturedAt }: NewCharge): boolean =>
  heldBy === 'platform' && (purpose === 'ticket' || availableAt === null || availableAt > capturedAt);

const COMPARED = [
  ...(['checkoutId', 'purpose', 'subjectId', 'grossCents', 'feeCents', 'currency', 'heldBy'] as const),
];

/** @throws AppError `charge_conflict` when the payment was recorded with other values */
async function findSame(tx: Writer, charge: NewCharge): Promise<Charge> {
  const { provider, paymentId } = charge;
  const stored = await repo.findChargeByPayment(tx, provider, paymentId);
  if (!stored)
    throw chargeConflict(`Charge ${charge.id} was recorded before for another payment than ${paymentId}.`);
  const differing = COMPARED.find((field) => stored[field] !== charge[field]);
  if (differing)
    throw chargeConflict(
      `The payment ${paymentId} of ${provider} was recorded with ${differing} ${stored[differing]}, not ${charge[differing]}.`,
    );
  return stored;
}

/** Takes back the rest of a charge whose payment a chain reorganization removed. */
export async function reverseCharge(
  tx: Writer,
  { chargeId, at }: { chargeId: string; at: Date },
): Promise<void> {
  const before = await mustLock(tx, chargeId);
  if (before.reversedAt) return;
  const after = await repo.updateCharge(tx, chargeId, { reversedAt: at });
  await post(tx, [reversed(before, after, at)]);
  await projectEarnings(tx, [{ before, after }]);
}

/** @throws Error if the charge does not exist */
export async function mustLock(tx: Writer, chargeId: string): Promise<Charge> {
  const charge = await repo.lockCharge(tx, chargeId);
  if (!charge) throw new Error(`There is no charge ${chargeId}`);
  return charge;
}

/**
 * Makes charges available whose holding period is over; tickets only once they are earned.
 * @returns the number of released charges; call again while it is above zero
 */
export async function releasePending(tx: Writer, now: Date): Promise<number> {
  const due = await repo.lockDue(tx, now, RELEASE_BATCH);
  const [first] = due;
  if (!first) return 0;
  await repo.markReleased(
    tx,
    due.map(({ id }) => id),
    now,
  );
  await post(tx, [releasePosting(due, first.currency, now)]);
  return due.length;
}

/** Marks the tickets of an event that has ended as earned. `releasePending` makes their money available. */
export async function earnTickets(
  tx: Writer,
  { eventId, at }: { readonly eventId: string; readonly at: Date },
): Promise<void> {
  const charges = await repo.lockUnearned(tx, eventId);
  const before = new Map(charges.map((charge) => [charge.id, charge]));
  const after = await repo.markEarned(tx, [...before.keys()], at);
  await projectEarnings(
    tx,
    after.map((charge) => ({ before: before.get(charge.id) ?? null, after: charge })),
  );
}

/** Moves the rest of these charges from pending to available. */
function releasePosting(charges: readonly Charge[], currency: string, at: Date): Posting {
  const id = uuidv7();
  const entries = charges.flatMap(({ creatorId: ownerId, ...charge }): Entry[] => {
    const amountCents = charge.netCents - (charge.takenBackCents - charge.returnedFeeCents);
    return [
      { account: { kind: 'creator_pending', ownerId }, amountCents: -amountCents },
      { account: { kind: 'creator_available', ownerId }, amountCents },
    ];
  });
  const details = { provider: null, providerEventId: null, currency, occurredAt: at, entries };
  return { key: `release:${id}`, kind: 'released', subject: { kind: 'release', id }, ...details };
}
