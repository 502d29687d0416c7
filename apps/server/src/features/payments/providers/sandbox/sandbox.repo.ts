/** Rows of the sandbox's objects. `sandbox-objects.ts` parses their states. */
import type { ColumnType } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StoredObject {
  readonly id: string;
  readonly parent: string | null;
  readonly state: unknown;
  readonly createdAt: Date;
}

export interface NewObject {
  readonly id: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly key: string | null;
  readonly state: object;
  readonly dueAt: Date | null;
  readonly createdAt: Date;
}

const objects = (db: Reader, kind: string) =>
  db
    .selectFrom('sandbox_objects')
    .select(['id', 'parent', 'state', 'created_at as createdAt'])
    .where('kind', '=', kind);

export const find = (db: Reader, kind: string, id: string): Promise<StoredObject | undefined> =>
  objects(db, kind).where('id', '=', id).executeTakeFirst();

/** Locks the object until the transaction ends. */
export const lock = (tx: Writer, kind: string, id: string): Promise<StoredObject | undefined> =>
  objects(tx, kind).where('id', '=', id).forUpdate().executeTakeFirst();

export const findByKey = (db: Reader, kind: string, key: string): Promise<StoredObject | undefined> =>
  objects(db, kind).where('key', '=', key).executeTakeFirst();

/** Sorted by creation. */
export const findChildren = (db: Reader, kind: string, parent: string): Promise<StoredObject[]> =>
  objects(db, kind).where('parent', '=', parent).orderBy('created_at').orderBy('id').execute();

export const findCreated = (db: Reader, kind: string, since: Date, until: Date): Promise<StoredObject[]> =>
  objects(db, kind)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute();

export const findNewest = (db: Reader, kind: string, limit: number): Promise<StoredObject[]> =>
  objects(db, kind).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

export async function findDueIds(db: Reader, kind: string, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns false if an object of this kind and key exists */
export async function insert(tx: Writer, object: NewObject): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sandbox_objects')
    .values({
      id: object.id,
      kind: object.kind,
      parent: object.parent,
      key: object.key,
      state: JSON.stringify(object.state),
      due_at: object.dueAt,
      created_at: object.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function update(tx: Writer, id: string, state: object, dueAt: Date | null): Promise<void> {
  await tx
    .updateTable('sandbox_objects')
    .set({ state: JSON.stringify(state), due_at: dueAt })
    .where('id', '=', id)
    .execute();
}

interface SandboxObjectsTable {
  id: string;
  kind: string;
  parent: string | null;
  key: string | null;
  state: ColumnType<unknown, string, string>;
  due_at: Date | null;
  created_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    sandbox_objects: SandboxObjectsTable;
  }
}
