/** Rows of reconciliation reports. */
import type { ReconciliationStatus } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { type ColumnType, type Generated, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';
import type { ListedPayment, ProviderName } from '../providers/provider.ts';
import type { BookedPayment, Difference } from './difference.ts';
import { insertDifferences } from './differences.repo.ts';

const reports = (db: Reader) =>
  db
    .selectFrom('reconciliations')
    .select([
      ...([
        'id',
        'provider',
        'since',
        'until',
        'status',
        'error',
        'listed',
        'booked',
        'differences',
      ] as const),
      'requested_by as requestedBy',
      'listed_amounts as listedAmounts',
      'booked_cents as bookedCents',
      'created_at as createdAt',
      'finished_at as finishedAt',
    ]);

export type StoredReport = Awaited<ReturnType<typeof findReports>>[number];

export const findReports = (db: Reader, slice: Slice) => selectSlice(reports(db), slice).execute();

export const findReport = async (db: Reader, id: string) =>
  (await reports(db).where('id', '=', id).executeTakeFirst()) ?? null;

export interface NewReport {
  readonly id: string;
  readonly provider: ProviderName;
  readonly since: Date;
  readonly until: Date;
  readonly requestedBy: UserId;
  readonly at: Date;
}

/** @returns false while another report on this provider is being made */
export async function insertReport(tx: Writer, report: NewReport): Promise<boolean> {
  const { id, provider, since, until, requestedBy, at } = report;
  const inserted = await tx
    .insertInto('reconciliations')
    .values({ id, provider, since, until, requested_by: requestedBy, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes reports that were requested before this moment, with their differences. */
export async function purge(tx: Writer, before: Date): Promise<void> {
  await tx.deleteFrom('reconciliations').where('created_at', '<', before).execute();
}

/**
 * Starts a report from the beginning, and drops what an earlier attempt has compared.
 * @returns null if there is no such report
 */
export async function restart(tx: Writer, id: string) {
  for (const table of ['reconciliation_payments', 'reconciliation_differences'] as const)
    await tx.deleteFrom(table).where('reconciliation_id', '=', id).execute();
  const report = await tx
    .updateTable('reconciliations')
    .set({
      status: 'running',
      error: null,
      listed: 0,
      listed_amounts: '{}',
      booked: 0,
      booked_cents: 0,
      differences: 0,
    })
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .returning(['provider', 'since', 'until'])
    .executeTakeFirst();
  return report ?? null;
}

export const fail = (tx: Writer, id: string, error: string): Promise<unknown> =>
  tx
    .updateTable('reconciliations')
    .set({ status: 'failed', error })
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute();

export async function complete(tx: Writer, id: string, at: Date): Promise<void> {
  await tx.deleteFrom('reconciliation_payments').where('reconciliation_id', '=', id).execute();
  await tx
    .updateTable('reconciliations')
    .set({ status: 'completed', finished_at: at })
    .where('id', '=', id)
    .execute();
}

const booked = (db: Reader) =>
  db.selectFrom('charges as c').select((row) => [
    'c.id as chargeId',
    'c.payment_id as paymentId',
    'c.gross_cents as grossCents',
    'c.currency',
    'c.captured_at as capturedAt',
    'c.refunded_cents as refundedCents',
    'c.lost_cents as lostCents',
    row('c.reversed_at', 'is not', null).$castTo<boolean>().as('isReversed'),
    sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds r
        where r.charge_id = c.id and r.status = 'succeeded')`.as('confirmedRefundCents'),
  ]);

export const findBooked = (
  db: Reader,
  provider: ProviderName,
  paymentIds: readonly string[],
): Promise<BookedPayment[]> =>
  booked(db)
    .where('c.provider', '=', provider)
    .where('c.payment_id', '=', sql<string>`any(${[...paymentIds]}::text[])`)
    .execute();

export interface BookedBatch {
  readonly id: string;
  readonly provider: ProviderName;
  readonly since: Date;
  readonly until: Date;
  readonly after: BookedPayment | undefined;
  readonly limit: number;
}

/** Charges of the period in the order of their capture, each with whether the provider listed it. */
export function findBookedBatch(db: Reader, { id, provider, since, until, after, limit }: BookedBatch) {
  const query = booked(db)
    .select(
      sql<boolean>`exists (select from reconciliation_payments p
        where p.reconciliation_id = ${id} and p.payment_id = c.payment_id)`.as('isListed'),
    )
    .where('c.provider', '=', provider)
    .where('c.captured_at', '>=', since)
    .where('c.captured_at', '<', until)
    .orderBy('c.captured_at')
    .orderBy('c.id')
    .limit(limit);
  return (
    after
      ? query.where(sql<boolean>`(c.captured_at, c.id) > (${after.capturedAt}, ${after.chargeId})`)
      : query
  ).execute();
}

/** @returns the payments that were not listed before in this report */
export async function insertListed(
  tx: Writer,
  id: string,
  payments: readonly ListedPayment[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .insertInto('reconciliation_payments')
    .values(payments.map(({ paymentId }) => ({ reconciliation_id: id, payment_id: paymentId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('payment_id')
    .execute();
  return new Set(rows.map((row) => row.payment_id));
}

/** Adds the totals and differences of a batch of the provider's payments to the report. */
export async function addListed(
  tx: Writer,
  id: string,
  payments: readonly ListedPayment[],
  differences: readonly Difference[],
): Promise<void> {
  await insertDifferences(tx, id, differences);
  const json = JSON.stringify(payments.map(({ currency, amountCents }) => ({ currency, amountCents })));
  await sql`
    update reconciliations set
      listed = listed + ${payments.length},
      differences = differences + ${differences.length},
      listed_amounts = (
        select coalesce(jsonb_object_agg(currency, cents), '{}') from (
          select currency, sum(cents) as cents from (
            select key as currency, value::bigint as cents from jsonb_each_text(listed_amounts)
            union all
            select currency, "amountCents" from jsonb_to_recordset(${json}::jsonb) as p (currency text, "amountCents" bigint)
          ) amounts group by currency
        ) totals)
    where id = ${id}`.execute(tx);
}

/** Adds the totals and differences of a batch of charges to the report. */
export async function addBooked(
  tx: Writer,
  id: string,
  charges: readonly BookedPayment[],
  differences: readonly Difference[],
): Promise<void> {
  await insertDifferences(tx, id, differences);
  await tx
    .updateTable('reconciliations')
    .set((row) => ({
      booked: row('booked', '+', charges.length),
      booked_cents: row(
        'booked_cents',
        '+',
        charges.reduce((sum, { grossCents }) => sum + grossCents, 0),
      ),
      differences: row('differences', '+', differences.length),
    }))
    .where('id', '=', id)
    .execute();
}

interface ReconciliationsTable {
  id: string;
  provider: ProviderName;
  since: Date;
  until: Date;
  requested_by: UserId | null;
  status: Generated<ReconciliationStatus>;
  error: string | null;
  listed: Generated<number>;
  /** Minor units by currency. */
  listed_amounts: ColumnType<Record<string, number>, string | undefined, string>;
  booked: Generated<number>;
  booked_cents: Generated<number>;
  differences: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    reconciliations: ReconciliationsTable;
    reconciliation_payments: { reconciliation_id: string; payment_id: string };
  }
}
