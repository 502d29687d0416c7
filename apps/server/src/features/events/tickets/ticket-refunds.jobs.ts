/** Refunds the tickets of a canceled event, each in its own transaction. */
import { v7 as uuidv7 } from 'uuid';
import {
  type Checkouts,
  findChargesFor,
  type RefundRequests,
  remainingCents,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type JobRegistration, work } from '#platform/jobs/index.ts';
import { refundTickets } from '../cancellation.jobs.ts';
import { findReservingCheckouts } from './tickets.repo.ts';

interface Options {
  readonly db: Database;
  readonly refunds: Pick<RefundRequests, 'request'>;
  readonly checkouts: Pick<Checkouts, 'cancel'>;
}

/** Skips tickets that were refunded before, so that a job that runs again continues. */
export const refundsOfTickets = ({ db, refunds, checkouts }: Options): JobRegistration =>
  work(refundTickets, async ({ eventId, requestedBy }, signal) => {
    const reason = 'The event was canceled.';
    for (const charge of await db.read((reader) => findChargesFor(reader, 'ticket', eventId))) {
      const amountCents = remainingCents(charge);
      if (amountCents === 0) continue;
      signal.throwIfAborted();
      const refund = { id: uuidv7(), chargeId: charge.id, amountCents, reason, requestedBy };
      await db.transact((tx) => refunds.request(tx, refund));
    }
    // A payment that still arrives is refunded on arrival.
    for (const id of await db.read((reader) => findReservingCheckouts(reader, eventId))) {
      signal.throwIfAborted();
      await checkouts.cancel(id, { userId: null, hasCookie: true });
    }
  });
