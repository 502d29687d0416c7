/** Accounts and roles. better-auth accesses the other tables of sign-in. */
import type { Role, UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { offeredLanguage, offeredLanguages } from '#platform/messages/index.ts';

export interface Profile {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly bio: string;
  readonly avatarUrl: string | null;
  readonly bannerUrl: string | null;
  /** Null if the account was not banned, or the ban has expired. */
  readonly bannedAt: Date | null;
  /** Whether other people can see the account: neither banned nor waiting for its address to be confirmed. */
  readonly isPublic: boolean;
  readonly twoFactorEnabled: boolean;
  /** The language of mails and notifications: the chosen one, or else that of the browser of the last sign-in. */
  readonly language: Language;
  readonly roles: readonly Role[];
}

/** The public data of a user. */
export interface UserSummary {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
}

export const findProfile = (db: Reader, id: UserId): Promise<Profile | undefined> =>
  profiles(db).where('profiles.id', '=', id).executeTakeFirst();

/** @param username in lower case */
export const findProfileByUsername = (db: Reader, username: string): Promise<Profile | undefined> =>
  profiles(db).where('profiles.username', '=', username).executeTakeFirst();

/** @param email in lower case */
export const findProfileByEmail = (db: Reader, email: string): Promise<Profile | undefined> =>
  profiles(db).where('profiles.email', '=', email).executeTakeFirst();

/** Accounts with a role, in the order in which it was granted. */
export const findProfilesByRole = (db: Reader, role: Role): Promise<Profile[]> =>
  profiles(db)
    .innerJoin('user_roles', 'user_roles.user_id', 'profiles.id')
    .where('user_roles.role', '=', role)
    .orderBy('user_roles.granted_at')
    .execute();

const languageColumn = () => {
  const offered = sql`${[...offeredLanguages()]}::text[]`;
  return sql<Language>`coalesce(
    case when profiles.language = any(${offered}) then profiles.language end,
    case when profiles.browser_language = any(${offered}) then profiles.browser_language end,
    ${offeredLanguage(null)})`;
};

/** The language of mails and notifications to each of these accounts. Accounts that do not exist are missing. */
export async function languagesOf(
  db: Reader,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, Language>> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', languageColumn().as('language')])
    .where('id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/** The language of mails and notifications to an account. */
export const languageOf = async (db: Reader, id: UserId): Promise<Language> =>
  (await languagesOf(db, [id])).get(id) ?? offeredLanguage(null);

/** The language that a person has chosen; null if none. */
export async function findChosenLanguage(db: Reader, id: UserId): Promise<Language | null> {
  const row = await db.selectFrom('profiles').select('language').where('id', '=', id).executeTakeFirst();
  return row?.language ?? null;
}

export async function setChosenLanguage(tx: Writer, id: UserId, language: Language | null): Promise<void> {
  await tx.updateTable('profiles').set({ language }).where('id', '=', id).execute();
}

/** Writes nothing where the language is known already. */
export async function setBrowserLanguage(tx: Writer, id: UserId, language: Language): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ browser_language: language })
    .where('id', '=', id)
    .where('browser_language', 'is distinct from', language)
    .execute();
}

/** The base query of all profiles. */
export const profiles = (db: Reader) =>
  db
    .selectFrom('profiles')
    .select([
      'profiles.id',
      'profiles.username',
      'profiles.email',
      'profiles.display_name as displayName',
      'profiles.bio',
      'profiles.avatar_url as avatarUrl',
      'profiles.banner_url as bannerUrl',
      'profiles.two_factor_enabled as twoFactorEnabled',
      languageColumn().as('language'),
      sql<Date | null>`case when is_banned(profiles) then profiles.banned_at end`.as('bannedAt'),
      sql<boolean>`is_public(profiles)`.as('isPublic'),
      sql<Role[]>`array(select role from user_roles where user_id = profiles.id order by role)`.as('roles'),
    ]);

export async function findSummaries(db: Reader, ids: readonly UserId[]): Promise<UserSummary[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('profiles')
    .select(['id', 'username', 'display_name as displayName', 'avatar_url as avatarUrl'])
    .where('id', 'in', ids)
    .execute();
}

/** The public profile fields that a user can edit (spec section 7). */
export type EditProfile = Pick<Profile, 'displayName' | 'bio' | 'avatarUrl' | 'bannerUrl'>;

export interface NewUser {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly passwordHash: string;
}

/** @throws the unique violation of `profiles_username_key` or `profiles_email_key` */
export async function insertUser(tx: Writer, user: NewUser): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({
      id: user.id,
      username: user.username,
      email: user.email,
      email_verified: user.emailVerified,
      display_name: user.displayName,
    })
    .execute();
  await putPassword(tx, user.id, user.passwordHash);
}

/** @returns false if there is no such user */
export async function updateProfile(tx: Writer, id: UserId, profile: EditProfile): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({
      display_name: profile.displayName,
      bio: profile.bio,
      avatar_url: profile.avatarUrl,
      banner_url: profile.bannerUrl,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Changes only the given fields.
 * @returns the profile before the change, or undefined if there is no such user
 */
export async function changeProfile(
  tx: Writer,
  id: UserId,
  changes: Partial<EditProfile>,
): Promise<EditProfile | undefined> {
  const before = await tx
    .selectFrom('profiles')
    .select(['display_name as displayName', 'bio', 'avatar_url as avatarUrl', 'banner_url as bannerUrl'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before) await updateProfile(tx, id, { ...before, ...changes });
  return before;
}

/**
 * Stores the password as better-auth's credential account: the provider is `credential`, the account id is the user's.
 */
export async function putPassword(tx: Writer, userId: UserId, passwordHash: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: uuidv7(),
      user_id: userId,
      provider_id: 'credential',
      account_id: userId,
      password: passwordHash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'account_id'])
        .doUpdateSet({ password: passwordHash, updated_at: sql`now()` }),
    )
    .execute();
}

/** @returns false if the user already had the role */
export async function insertRole(
  tx: Writer,
  userId: UserId,
  role: Role,
  by: UserId | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user_roles')
    .values({ user_id: userId, role, granted_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if there is no such user */
export async function setEmailVerified(tx: Writer, id: UserId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ email_verified: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if the user did not have the role */
export async function deleteRole(tx: Writer, userId: UserId, role: Role): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns false if there is no such user */
export async function setBan(
  tx: Writer,
  userId: UserId,
  ban: { at: Date; until: Date | null; reason: string | null } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({
      banned_at: ban?.at ?? null,
      banned_until: ban?.until ?? null,
      ban_reason: ban?.reason ?? null,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether other people can see an account, as a condition on `profiles as p`. */
export const isPublic = sql<boolean>`is_public(p)`;
