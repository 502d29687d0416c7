/** Invitations, of which those that are used up or expired stay until an admin deletes them. */
import type { NewInvitation } from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';

const invitations = (db: Reader) =>
  db
    .selectFrom('invitations')
    .leftJoin('profiles', 'profiles.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.code',
      'invitations.note',
      'profiles.username as createdBy',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
      'invitations.max_uses as maxUses',
      'invitations.uses',
    ]);

export type StoredInvitation = InferResult<ReturnType<typeof invitations>>[number];

export const findInvitations = (db: Reader, limit: number): Promise<StoredInvitation[]> =>
  invitations(db).orderBy('invitations.id', 'desc').limit(limit).execute();

export const findInvitation = (db: Reader, id: string): Promise<StoredInvitation> =>
  invitations(db).where('invitations.id', '=', id).executeTakeFirstOrThrow();

/** Counts the invitations, and lets no other transaction add one until `tx` ends. */
export async function countInvitations(tx: Writer): Promise<number> {
  await sql`lock table invitations in share row exclusive mode`.execute(tx);
  const { count } = await tx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertInvitation(
  tx: Writer,
  { note, maxUses, days }: NewInvitation,
  code: string,
  createdBy: UserId,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('invitations')
    .values({
      id,
      code,
      note,
      created_by: createdBy,
      expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
      max_uses: maxUses,
    })
    .execute();
  return id;
}

/** @returns the note of the deleted invitation; undefined if there is none of this id */
export async function deleteInvitation(tx: Writer, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('invitations').where('id', '=', id).returning('note').executeTakeFirst();
  return row?.note;
}

/** Takes one use of an invitation. @returns its id; undefined if there is no valid one with this code */
export async function takeUse(tx: Writer, code: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .whereRef('uses', '<', 'max_uses')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function giveBackUse(tx: Writer, id: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('id', '=', id)
    .where('uses', '>', 0)
    .execute();
}
