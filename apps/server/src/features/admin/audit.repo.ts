/** Reads the audit log; `platform/audit` writes it. */
import type { AuditAction, AuditSubjectKind } from '@tributary/contracts/instance';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

const entries = (db: Reader) =>
  db
    .selectFrom('audit_log')
    .select([
      'id',
      'at',
      'actor_id as actorId',
      'action',
      'subject_kind as kind',
      'subject_id as subjectId',
      'details',
      'request_id as requestId',
      'address_hash as addressHash',
    ]);

export type StoredEntry = InferResult<ReturnType<typeof entries>>[number];

export interface EntryFilter {
  /** Null: the command line. */
  readonly actorId?: UserId | null | undefined;
  readonly action?: AuditAction | undefined;
  readonly kinds?: readonly AuditSubjectKind[] | undefined;
  readonly subjectIds?: readonly string[] | undefined;
  /** First id, inclusive. */
  readonly from?: string | undefined;
  /** Last id, exclusive. */
  readonly to?: string | undefined;
}

/** Newest first. */
export function findEntries(db: Reader, filter: EntryFilter, limit: number): Promise<StoredEntry[]> {
  const { actorId, action, kinds, subjectIds, from, to } = filter;
  let query = entries(db).orderBy('id', 'desc').limit(limit);
  if (actorId !== undefined) query = query.where('actor_id', actorId === null ? 'is' : '=', actorId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (kinds !== undefined) query = query.where('subject_kind', 'in', kinds);
  if (subjectIds !== undefined) query = query.where('subject_id', 'in', subjectIds);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (to !== undefined) query = query.where('id', '<', to);
  return query.execute();
}

export const findTitles = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('streams').select(['id', 'title']).where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
