/** A person's ways in, and their end. */
import type { UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** The sign-in library's provider for passwords. */
export const PASSWORD = 'credential';

/** Null: the account has no password. */
export async function findPasswordHash(db: Reader, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

export interface WaysIn {
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: Date;
  /** `credential` and providers elsewhere. */
  readonly providers: readonly string[];
}

export async function findWaysIn(db: Reader, userId: UserId): Promise<WaysIn> {
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

/** All that refers to it goes with it. @returns whether there was such a user */
export async function deleteProfile(tx: Writer, userId: UserId): Promise<boolean> {
  // Single-use values name people in their text, where no foreign key reaches.
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  const { numDeletedRows } = await tx.deleteFrom('profiles').where('id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
