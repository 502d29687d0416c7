/** Credentials of an account, and its deletion. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** better-auth's provider id for passwords. */
export const PASSWORD = 'credential';

/** @returns null if the account has no password */
export async function findPasswordHash(db: Reader, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

export interface Credentials {
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: Date;
  /** `credential` for a password, and the ids of other providers. */
  readonly providers: readonly string[];
}

export async function findCredentials(db: Reader, userId: UserId): Promise<Credentials> {
  const profile = await db
    .selectFrom('profiles')
    .select(['email_verified', 'two_factor_enabled', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const accounts = await db
    .selectFrom('accounts')
    .select('provider_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return {
    emailVerified: profile.email_verified,
    twoFactorEnabled: profile.two_factor_enabled,
    createdAt: profile.created_at,
    providers: accounts.map(({ provider_id }) => provider_id),
  };
}

/** Deletes the account; foreign keys delete or clear what refers to it. @returns false if there is no such user */
export async function deleteProfile(tx: Writer, userId: UserId): Promise<boolean> {
  // Verification values contain user ids as text, without a foreign key.
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await tx
    .deleteFrom('username_reservations')
    .where('username', '=', (db) => db.selectFrom('profiles').select('username').where('id', '=', userId))
    .execute();
  const { numDeletedRows } = await tx.deleteFrom('profiles').where('id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
