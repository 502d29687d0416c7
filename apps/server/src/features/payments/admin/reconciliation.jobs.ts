/** Makes a reconciliation report in batches, so that it shows its progress and does not block other work. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/index.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import { ProviderUnavailable } from '../providers/provider.errors.ts';
import type { ListedPayment, ProviderName } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import { type BookedPayment, differencesOf, notListed } from './difference.ts';
import { reconciliationErrors } from './reconciliation.errors.ts';
import * as repo from './reconciliations.repo.ts';

export const reconcile = defineJob('money.reconcile', z.object({ id: z.uuid() }));

const BATCH = 500;
const ERROR_MAX_CHARACTERS = 500;
/** Reports are purged after a year. The audit log keeps who requested them. */
const KEPT_MS = 365 * DAY_MS;

interface Options {
  readonly db: Database;
  readonly providers: Pick<Providers, 'get'>;
  readonly now: () => Date;
}

interface Report {
  readonly id: string;
  readonly provider: ProviderName;
  readonly since: Date;
  readonly until: Date;
}

export function reconciliationJob({ db, providers, now }: Options): JobRegistration {
  async function addListed({ id, provider }: Report, payments: readonly ListedPayment[]): Promise<void> {
    if (payments.length === 0) return;
    await db.transact(async (tx) => {
      const fresh = await repo.insertListed(tx, id, payments);
      const listed = payments.filter(({ paymentId }) => fresh.has(paymentId));
      const booked = new Map(
        (await repo.findBooked(tx, provider, [...fresh])).map((charge) => [charge.paymentId, charge]),
      );
      const differences = listed.flatMap((payment) =>
        differencesOf(payment, booked.get(payment.paymentId) ?? null),
      );
      await repo.addListed(tx, id, listed, differences);
    });
  }

  async function compareListed(report: Report, signal: AbortSignal): Promise<void> {
    const provider = await providers.get(report.provider);
    let batch: ListedPayment[] = [];
    for await (const payment of provider.listPayments(report.since, report.until)) {
      signal.throwIfAborted();
      batch.push(payment);
      if (batch.length < BATCH) continue;
      await addListed(report, batch);
      batch = [];
    }
    await addListed(report, batch);
  }

  async function compareBooked(report: Report, signal: AbortSignal): Promise<void> {
    let after: BookedPayment | undefined;
    do {
      signal.throwIfAborted();
      const charges = await db.transact(async (tx) => {
        const found = await repo.findBookedBatch(tx, { ...report, after, limit: BATCH });
        const missing = found.filter(({ isListed }) => !isListed);
        await repo.addBooked(tx, report.id, found, missing.flatMap(notListed));
        return found;
      });
      after = charges.length === BATCH ? charges.at(-1) : undefined;
    } while (after);
  }

  return work(reconcile, async ({ id }, signal) => {
    try {
      await db.transact((tx) => repo.purge(tx, new Date(now().getTime() - KEPT_MS)));
      const found = await db
        .transact((tx) => repo.restart(tx, id))
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? reconciliationErrors.reconciliation_running() : error;
        });
      if (!found) return;
      const report = { id, ...found };
      await compareListed(report, signal);
      await compareBooked(report, signal);
      await db.transact((tx) => repo.complete(tx, id, now()));
    } catch (error) {
      // The next process continues the report of an instance that stops, so that stopping is no failure.
      if (!signal.aborted) await db.transact((tx) => repo.fail(tx, id, messageOf(error)));
      throw error;
    }
  });
}

/** The message of ProviderUnavailable is written for payers; its cause says what happened. */
function messageOf(error: unknown): string {
  const shown = error instanceof ProviderUnavailable ? error.cause : error;
  return (shown instanceof Error ? shown.message : String(shown)).slice(0, ERROR_MAX_CHARACTERS);
}
