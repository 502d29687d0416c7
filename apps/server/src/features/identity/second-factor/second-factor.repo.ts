/** What of second factors and passkeys the sign-in library does not do itself. */
import type { UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** @returns the secret as it is stored: encrypted */
export const findSecret = (db: Reader, userId: UserId): Promise<{ secret: string } | undefined> =>
  db.selectFrom('two_factors').select('secret').where('user_id', '=', userId).executeTakeFirst();

/** @returns the set as it is stored: hashed */
export async function findBackupCodes(db: Reader, userId: UserId): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factors')
    .select('backup_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.backup_codes;
}

/** Uses up a time step and those before it. @returns whether it was still to be had */
export async function useStep(tx: Writer, userId: UserId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_factors')
    .set({ last_totp_step: step })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_totp_step', 'is', null), where('last_totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface StoredPasskey {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Date;
}

export const findPasskeys = (db: Reader, userId: UserId): Promise<StoredPasskey[]> =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** @returns whether the user had it */
export async function deletePasskey(tx: Writer, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
