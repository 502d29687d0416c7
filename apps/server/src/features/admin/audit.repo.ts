/** Reads the audit log; `platform/audit` writes it. */
import type { AuditAction, AuditScope, AuditSubjectKind } from '@tributary/contracts/instance';
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
  readonly scope: AuditScope;
  readonly kinds?: readonly AuditSubjectKind[] | undefined;
  readonly subjectIds?: readonly string[] | undefined;
  /** First id, inclusive. */
  readonly from?: string | undefined;
  /** Last id, exclusive. */
  readonly to?: string | undefined;
}

/** Whether an entry is about what streamers and their moderators, who are no admins, do in chats. */
const isEverydayChat = (wanted: boolean) => sql<boolean>`
  (action like 'chat.%' and actor_id is not null and not exists (
    select from user_roles where user_id = actor_id and role = 'admin')) = ${wanted}`;

/** Newest first. */
export function findEntries(db: Reader, filter: EntryFilter, limit: number): Promise<StoredEntry[]> {
  const { actorId, action, scope, kinds, subjectIds, from, to } = filter;
  let query = entries(db).orderBy('id', 'desc').limit(limit);
  if (actorId !== undefined) query = query.where('actor_id', actorId === null ? 'is' : '=', actorId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (scope !== 'all') query = query.where(isEverydayChat(scope === 'chats'));
  if (kinds !== undefined) query = query.where('subject_kind', 'in', kinds);
  if (subjectIds !== undefined) query = query.where('subject_id', 'in', subjectIds);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (to !== undefined) query = query.where('id', '<', to);
  return query.execute();
}

/** The kinds of subjects whose rows have a name. */
export const NAMED_KINDS = ['stream', 'clip', 'report', 'message', 'invitation'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** The present names of subjects of one kind. Deleted ones are missing. */
export async function findNames(
  db: Reader,
  kind: NamedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await namesOf(db, kind, ids);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function namesOf(
  db: Reader,
  kind: NamedKind,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const isWanted = sql<boolean>`id = any(${ids}::uuid[])`;
  switch (kind) {
    case 'stream':
      return db.selectFrom('streams').select(['id', 'title as name']).where(isWanted).execute();
    case 'clip':
      return db.selectFrom('clips').select(['id', 'title as name']).where(isWanted).execute();
    case 'report':
      return db.selectFrom('report_cases').select(['id', 'title as name']).where(isWanted).execute();
    case 'message':
      return db.selectFrom('contact_messages').select(['id', 'subject as name']).where(isWanted).execute();
    case 'invitation':
      return db.selectFrom('invitations').select(['id', 'note as name']).where(isWanted).execute();
  }
}
