/** Starts, lists and reads reconciliation reports for admins. */
import type { Difference, Reconciliation, ReconciliationRequest } from '@tributary/contracts/payments';
import { v7 as uuidv7 } from 'uuid';
import { type Channels, idsOf, personIn } from '#features/channels/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '../pages.repo.ts';
import type { Providers } from '../providers/providers.ts';
import { findDifferences } from './differences.repo.ts';
import { reconciliationErrors } from './reconciliation.errors.ts';
import { reconcile } from './reconciliation.jobs.ts';
import * as repo from './reconciliations.repo.ts';

export interface Reconciliations {
  /** @throws AppError `reconciliation_running`, `reconciliation_without_provider` */
  start(by: Actor, request: ReconciliationRequest): Promise<Reconciliation>;
  /** @throws AppError `cursor_invalid` */
  list(cursor: string | undefined): Promise<Page<Reconciliation>>;
  /** @throws AppError `reconciliation_not_found` */
  find(id: string): Promise<Reconciliation>;
  /** @throws AppError `reconciliation_not_found`, `cursor_invalid` */
  differencesOf(id: string, cursor: string | undefined): Promise<Page<Difference>>;
}

export interface ReconciliationsOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly providers: Pick<Providers, 'find'>;
  readonly now: () => Date;
}

/** Lists the amounts with the ledger's currency first. */
const inOrder = (amounts: Readonly<Record<string, number>>, ledgerCurrency: string) =>
  Object.entries({ [ledgerCurrency]: 0, ...amounts }).map(([currency, amount]) => ({ currency, amount }));

export function createReconciliations(options: ReconciliationsOptions): Reconciliations {
  const { db, jobs, channels, providers, now } = options;

  async function toReports(rows: readonly repo.StoredReport[]): Promise<Reconciliation[]> {
    const people = await channels.summaries(idsOf(rows, ({ requestedBy }) => requestedBy));
    const { currency } = await db.read(readSettings);
    return rows.map(({ listedAmounts, bookedCents, since, until, createdAt, finishedAt, ...row }) => ({
      ...row,
      currency,
      listedAmounts: inOrder(listedAmounts, currency),
      bookedAmount: bookedCents,
      requestedBy: personIn(people, row.requestedBy),
      since: since.toISOString(),
      until: until.toISOString(),
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    }));
  }

  async function find(id: string): Promise<Reconciliation> {
    const row = await db.read((reader) => repo.findReport(reader, id));
    const [report] = row ? await toReports([row]) : [];
    if (!report) throw reconciliationErrors.reconciliation_not_found();
    return report;
  }

  return {
    find,
    async start(by, { provider, since, until }) {
      if (!(await providers.find(provider))) throw reconciliationErrors.reconciliation_without_provider();
      const id = uuidv7();
      const period = { since: new Date(since), until: new Date(Date.parse(until) + DAY_MS) };
      await db.transact(async (tx) => {
        const report = { id, provider, ...period, requestedBy: by.userId, at: now() };
        if (!(await repo.insertReport(tx, report))) throw reconciliationErrors.reconciliation_running();
        await jobs.send(tx, reconcile, { id });
        await audit(tx, {
          by,
          action: 'reconciliation.started',
          kind: 'reconciliation',
          id,
          after: { provider, since, until },
        });
      });
      return find(id);
    },
    async list(cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => repo.findReports(reader, slice)),
      );
      return { items: await toReports(items), next };
    },
    async differencesOf(id, cursor) {
      await find(id);
      const { items, next } = await readPage(BY_AGE, { order: 'asc', cursor }, (slice) =>
        db.read((reader) => findDifferences(reader, id, slice)),
      );
      const shown = items.map(({ capturedAt, providerCents, ledgerCents, ...row }) => ({
        ...row,
        capturedAt: capturedAt.toISOString(),
        providerAmount: providerCents,
        ledgerAmount: ledgerCents,
      }));
      return { items: shown, next };
    },
  };
}
