/** Queries for second factors and passkeys that better-auth does not offer. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** @returns the encrypted secret */
export const findSecret = (db: Reader, userId: UserId): Promise<{ secret: string } | undefined> =>
  db.selectFrom('two_factors').select('secret').where('user_id', '=', userId).executeTakeFirst();

/** @returns the hashed codes as JSON */
export async function findBackupCodes(db: Reader, userId: UserId): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factors')
    .select('backup_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.backup_codes;
}

/** Uses up a time step and all earlier ones. @returns false if it was used already */
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

/** @returns false if the user has no such passkey */
export async function deletePasskey(tx: Writer, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the authenticator app and the backup codes of a user. @returns false if there are none */
export async function deleteSecondFactor(tx: Writer, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute();
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ two_factor_enabled: false })
    .where('id', '=', userId)
    .where('two_factor_enabled', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
