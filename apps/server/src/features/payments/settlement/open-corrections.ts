/** Reads open refunds and disputes at their providers, in case the webhook that settles them was lost. */
import type { Database } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { type JobRegistration, repeat } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { findOpenCorrections, type OpenCorrection } from '../charges/open-corrections.repo.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import type { Providers } from '../providers/providers.ts';
import { readOpenCorrections } from './settlement.jobs.ts';

const EVERY_HOURS = 6;
/** Webhooks usually arrive sooner. */
const MIN_AGE_MS = HOUR_MS;
const BATCH = 100;

interface Options {
  readonly db: Database;
  readonly log: Log;
  readonly providers: Pick<Providers, 'get'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}

export function openCorrectionsJob({ db, log, providers, settlement, now }: Options): JobRegistration {
  async function read({ kind, provider: name, paymentId, providerId }: OpenCorrection): Promise<void> {
    const provider = await providers.get(name);
    const asOf = now();
    const facts =
      kind === 'refund'
        ? await provider.readRefund?.({ paymentId, refundId: providerId })
        : await provider.disputes?.read?.(providerId);
    if (facts) await db.transact((tx) => settlement.apply(tx, name, facts, asOf));
  }

  return repeat(readOpenCorrections, EVERY_HOURS, async (signal) => {
    const before = new Date(now().getTime() - MIN_AGE_MS);
    let after: string | null = null;
    for (;;) {
      const open: OpenCorrection[] = await db.read((reader) =>
        findOpenCorrections(reader, { before, after, limit: BATCH }),
      );
      for (const correction of open) {
        signal.throwIfAborted();
        await read(correction).catch((error: unknown) => {
          const { kind, id } = correction;
          log.warn({ err: error, [kind]: id }, `An open ${kind} could not be read at its provider`);
        });
      }
      after = open.at(-1)?.id ?? null;
      if (open.length < BATCH) return;
    }
  });
}
