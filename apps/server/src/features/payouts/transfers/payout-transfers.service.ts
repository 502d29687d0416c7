/**
 * Sends payouts to creators' accounts. A payout is marked as sent before the provider is asked, and asked about again
 * until it is settled, so that a crash, an outage or a lost webhook delays it but pays it once.
 */

import {
  type ProviderFact,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
  type Settlement,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type JobRegistration, repeat } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { PayoutSettlement } from '../payout-settlement.service.ts';
import { movePayouts } from '../payout-transfers.jobs.ts';
import { claimTransfers, lockUncovered, type Transfer } from './payout-transfers.repo.ts';

const EVERY_MINUTE_HOURS = 1 / 60;
const ASK_AGAIN_MS = 10 * 60_000;
const PER_RUN = 50;

interface TransferOptions {
  readonly db: Database;
  readonly log: Log;
  readonly providers: Pick<Providers, 'get'>;
  readonly settlement: Settlement;
  readonly payouts: Pick<PayoutSettlement, 'settle'>;
  readonly now: () => Date;
}

export function payoutTransfers({
  db,
  log,
  providers,
  settlement,
  payouts,
  now,
}: TransferOptions): JobRegistration {
  async function ask({ provider: name, ...transfer }: Transfer): Promise<readonly ProviderFact[]> {
    const { payouts: port } = await providers.get(name);
    if (!port) throw new ProviderUnavailable(`The payment provider ${name} sends no payouts`);
    return transfer.reference === null ? port.send(transfer) : port.read(transfer.reference);
  }

  async function move(transfer: Transfer): Promise<void> {
    const { id, provider, reference } = transfer;
    const asOf = now();
    try {
      const facts = await ask(transfer);
      await db.transact((tx) => settlement.apply(tx, provider, facts, asOf));
    } catch (error) {
      if (error instanceof ProviderRefused && reference === null) {
        const failed = {
          status: 'failed',
          provider,
          reference: null,
          reason: error.message,
          at: now(),
        } as const;
        return db.transact((tx) => payouts.settle(tx, { id, ...failed }));
      }
      // One payout must not keep the others from being sent.
      log.warn(
        { err: error, payout: id, provider },
        'A payout could not be sent or read, and is tried again',
      );
    }
  }

  /** Fails uncovered payouts. The first payout waits for days, in which its payments may turn out to be fraudulent. */
  async function failUncovered(): Promise<void> {
    const reason = 'Refunds or disputes took back what it was to pay. Withdraw what is left.';
    const failed = { status: 'failed', provider: null, reference: null, reason, at: now() } as const;
    await db.transact(async (tx) => {
      for (const id of await lockUncovered(tx, PER_RUN)) await payouts.settle(tx, { id, ...failed });
    });
  }

  return repeat(movePayouts, EVERY_MINUTE_HOURS, async (signal) => {
    const at = now();
    await failUncovered();
    const before = new Date(at.getTime() - ASK_AGAIN_MS);
    for (const transfer of await db.transact((tx) => claimTransfers(tx, { before, at, limit: PER_RUN }))) {
      signal.throwIfAborted();
      await move(transfer);
    }
  });
}
