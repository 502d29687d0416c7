/** Reported cases and the reports in them. */
import {
  REPORTS_PAGE_SIZE,
  type ReportCase,
  type ReportDecision,
  type ReportFilter,
  type ReportReason,
  type ReportTarget,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { type FoundTarget, keyOf } from './targets.repo.ts';

interface NewReportRow {
  readonly reporterId: UserId;
  readonly reason: ReportReason;
  readonly details: string;
  readonly positionMs: number | null;
}

/**
 * Adds a report to the open case of its target. A person reports a case once.
 * @returns the report's id and its number within the case; null if the person has reported it before
 */
export async function insertReport(
  tx: Writer,
  target: ReportTarget,
  { subjectId, channelId, title, snapshot }: FoundTarget,
  { reporterId, reason, details, positionMs }: NewReportRow,
): Promise<{ readonly reportId: string; readonly ordinal: number } | null> {
  const { id: caseId } = await tx
    .insertInto('report_cases')
    .values({
      id: uuidv7(),
      kind: target.kind,
      target: JSON.stringify(target),
      target_key: keyOf(target),
      subject_id: subjectId,
      channel_id: channelId,
      title,
      snapshot: JSON.stringify(snapshot),
    })
    // The update changes nothing, but returns the open case and locks it.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'target_key'])
        .where('decided_at', 'is', null)
        .doUpdateSet({ kind: target.kind }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { id: uuidv7(), case_id: caseId, reporter_id: reporterId, reason, details };
  const added = await tx
    .insertInto('reports')
    .values({ ...row, position_ms: positionMs })
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return null;
  const { ordinal } = await tx
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('ordinal'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return { reportId: added.id, ordinal };
}

const cases = (db: Reader) =>
  db
    .selectFrom('report_cases as c')
    .leftJoin('profiles as p', 'p.id', 'c.subject_id')
    .leftJoin('profiles as a', 'a.id', 'c.decided_by')
    .select([
      'c.id',
      'c.kind',
      'c.title',
      'c.opened_at',
      'c.decided_at',
      'c.outcome',
      'c.reason',
      'c.message',
      'c.read_at',
    ])
    .select(['c.subject_id', 'p.username', 'p.display_name', 'p.avatar_url', 'a.username as decided_by'])
    .select(sql<number>`(SELECT count(*) FROM reports r WHERE r.case_id = c.id)`.as('reportCount'))
    .select(
      sql<ReportReason[]>`array(SELECT DISTINCT r.reason FROM reports r WHERE r.case_id = c.id)`.as(
        'reasons',
      ),
    );

type Row = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>;

function toCase(row: Row): ReportCase {
  const { id, kind, title, reportCount, reasons, opened_at, decided_at, outcome, reason, message } = row;
  const { subject_id, username, display_name, avatar_url, decided_by, read_at } = row;
  return {
    id,
    kind,
    title,
    reportCount,
    reasons,
    openedAt: opened_at.toISOString(),
    person:
      subject_id && username !== null
        ? { id: subject_id, username, displayName: display_name ?? '', avatarUrl: avatar_url }
        : null,
    decision:
      decided_at && outcome && reason
        ? {
            outcome,
            reason,
            message: message ?? '',
            at: decided_at.toISOString(),
            by: decided_by,
            readAt: read_at?.toISOString() ?? null,
          }
        : null,
  };
}

/** Returns one row more than a page, newest first. */
export async function findCases(
  db: Reader,
  { state, kind }: ReportFilter,
  after: CursorKey | undefined,
): Promise<ReportCase[]> {
  let query = cases(db)
    .orderBy('c.id', 'desc')
    .limit(REPORTS_PAGE_SIZE + 1);
  if (state !== 'all') query = query.where('c.decided_at', state === 'open' ? 'is' : 'is not', null);
  if (kind) query = query.where('c.kind', '=', kind);
  if (after) query = query.where(isAfterKey({ column: null, id: 'c.id', descending: true }, after));
  return (await query.execute()).map(toCase);
}

export async function findCase(db: Reader, id: string): Promise<ReportCase | null> {
  const row = await cases(db).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toCase(row);
}

/** The reported content and its channel. */
export const findContent = (db: Reader, id: string) =>
  db
    .selectFrom('report_cases as c')
    .leftJoin('profiles as p', 'p.id', 'c.channel_id')
    .select(['c.target', 'c.snapshot', 'p.username as channel'])
    .where('c.id', '=', id)
    .executeTakeFirst();

export const findReports = (db: Reader, caseId: string) =>
  db
    .selectFrom('reports as r')
    .leftJoin('profiles as p', 'p.id', 'r.reporter_id')
    .leftJoin('report_frames as f', 'f.report_id', 'r.id')
    .select(['r.id', 'r.reporter_id as reporterId', 'p.username as reporter', 'r.reason', 'r.details'])
    .select(['r.created_at as at', 'r.position_ms as positionMs', 'f.shows as frame'])
    .where('r.case_id', '=', caseId)
    .orderBy('r.id')
    .execute();

const HISTORY = 20;

/** Other cases about a person, newest first. */
export async function findHistory(db: Reader, subjectId: UserId, except: string): Promise<ReportCase[]> {
  const rows = await cases(db)
    .where('c.subject_id', '=', subjectId)
    .where('c.id', '<>', except)
    .orderBy('c.id', 'desc')
    .limit(HISTORY)
    .execute();
  return rows.map(toCase);
}

/** Locks the case until `tx` ends. */
export const lockCase = (tx: Writer, id: string) =>
  tx
    .selectFrom('report_cases')
    .select(['kind', 'target', 'title', 'subject_id as subjectId', 'decided_at as decidedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function decide(
  tx: Writer,
  id: string,
  { outcome, reason, message }: ReportDecision,
  by: UserId,
): Promise<void> {
  await tx
    .updateTable('report_cases')
    .set({ outcome, reason, message, decided_by: by, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function countOpen(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('report_cases')
    .select(sql<number>`count(*)`.as('count'))
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The reports of an account, for its export. */
export const findReportsBy = (db: Reader, reporterId: UserId) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .select(['c.kind', 'c.title', 'r.reason', 'r.details', 'r.created_at as reportedAt', 'c.outcome'])
    .select('r.position_ms as positionMs')
    .where('r.reporter_id', '=', reporterId)
    .orderBy('r.id')
    .execute();

/** @returns the number of deleted cases */
export async function deleteDecidedBefore(tx: Writer, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_cases')
    .where('id', 'in', (query) =>
      query
        .selectFrom('report_cases')
        .select('id')
        .where('decided_at', '<', time)
        .orderBy('decided_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
