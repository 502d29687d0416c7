/** Writes the audit log: every action of an admin, in the transaction that performs it. */
import type { AuditAction, AuditSubjectKind } from '@tributary/contracts/instance';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../caller.ts';
import type { Database, Writer } from '../db/database.ts';

export interface AuditEntry {
  /** Null for the operator's command line. */
  readonly by: Actor | null;
  readonly action: AuditAction;
  readonly kind: AuditSubjectKind;
  /** A UUID, or a name if the subject has none. */
  readonly id: string;
  readonly reason?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Adds an entry to the audit log, if `tx` commits. */
export async function audit(tx: Writer, { by, action, kind, id, ...details }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: uuidv7(),
      actor_id: by?.userId ?? null,
      action,
      subject_kind: kind,
      subject_id: id,
      details: JSON.stringify(details),
      request_id: by?.requestId ?? null,
      address_hash: by?.addressHash ?? null,
    })
    .execute();
}

/** Records that an admin exported a whole list, such as `users`, and with which filter. */
export type RecordExport = (by: Actor, list: string, filter: object) => Promise<void>;

export const recordExports =
  (db: Database): RecordExport =>
  (by, list, filter) =>
    db.transact((tx) => audit(tx, { by, action: 'list.exported', kind: 'list', id: list, after: filter }));

interface AuditLogTable {
  id: string;
  at: Generated<Date>;
  actor_id: UserId | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  request_id: string | null;
  address_hash: string | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    audit_log: AuditLogTable;
  }
}
