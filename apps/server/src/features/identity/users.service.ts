/** Users and their roles, for other features and the command line. */
import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import type { Role } from '@tributary/contracts/shared';
import { type UserId, userId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { isCheckViolation, isUniqueViolation } from '#platform/db/database-errors.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { publish } from '#platform/events/index.ts';
import { identityErrors } from './identity.errors.ts';
import { roleRevoked, sessionsEnded, userBanned } from './identity.events.ts';
import { generatePassword, passwords } from './passwords/passwords.ts';
import { deleteSessions } from './sessions/sessions.repo.ts';
import * as repo from './users/users.repo.ts';

export interface CreateUser {
  /** Lower case, like `username` of the contracts. */
  readonly username: string;
  readonly email: string;
  /** A random one by default. */
  readonly password?: string | undefined;
  readonly displayName?: string | undefined;
}

export interface Users {
  /**
   * Creates an account for the operator or the instance itself; its address counts as confirmed.
   * @param also further work in the same transaction
   * @returns the id and the plain password, which is not stored
   * @throws AppError `username_taken`, `email_taken`, `password_unfit`
   */
  create(input: CreateUser, also?: Also): Promise<{ id: UserId; password: string }>;
  /** @param from the replica for what may be a second old; the primary by default */
  find(id: UserId, from?: ReadDatabase): Promise<repo.Profile | null>;
  /** @param from as of `find` */
  findByUsername(username: string, from?: ReadDatabase): Promise<repo.Profile | null>;
  findByEmail(email: string): Promise<repo.Profile | null>;
  /** Replaces display name, bio and avatar. @throws AppError `user_not_found` */
  editProfile(id: UserId, profile: repo.EditProfile): Promise<void>;
  /**
   * Changes the given fields of display name, bio and avatar, and locks the row until `tx` ends.
   * @returns the fields before
   * @throws AppError `user_not_found`
   */
  changeProfile(tx: Writer, id: UserId, changes: Partial<repo.EditProfile>): Promise<repo.EditProfile>;
  withRole(role: Role): Promise<repo.Profile[]>;
  /** The language that a person has chosen; null if none. */
  chosenLanguage(db: Reader, id: UserId): Promise<Language | null>;
  /** @param language null: that of each browser */
  chooseLanguage(tx: Writer, id: UserId, language: Language | null): Promise<void>;
  /** Summaries of the users that exist, by id, in one query. @param from as of `find` */
  summaries(ids: readonly UserId[], from?: ReadDatabase): Promise<ReadonlyMap<UserId, repo.UserSummary>>;
  /**
   * Grants a role. Idempotent. Grant the streamer role through `channels.upgrade`, which also creates the channel.
   * @param by null: the system
   * @returns false if the user already had the role
   */
  grantRole(tx: Writer, id: UserId, role: Role, by: UserId | null): Promise<boolean>;
  /**
   * Revokes a role and publishes `roleRevoked`. Idempotent.
   * @returns false if the user did not have the role
   * @throws AppError `viewer_role_stays`, `last_admin`
   */
  revokeRole(tx: Writer, id: UserId, role: Role): Promise<boolean>;
  /**
   * Sets a password, by default a random one, ends all of the user's sessions and publishes `sessionsEnded`.
   * @returns the password
   * @throws AppError `user_not_found`, `password_unfit`
   */
  resetPassword(id: UserId, password?: string, also?: Also): Promise<string>;
  /**
   * Confirms an address on the operator's word, for instances that cannot send mail.
   * @throws AppError `user_not_found`
   */
  confirmAddress(id: UserId, also?: Also): Promise<void>;
  /**
   * Ends the user's sessions and publishes `userBanned`.
   * @param ban `until` null: until an admin lifts it
   * @throws AppError `user_not_found`, `last_admin`
   */
  ban(tx: Writer, id: UserId, ban: { reason: string | null; until?: Date | null }): Promise<void>;
  /** @throws AppError `user_not_found` */
  unban(tx: Writer, id: UserId): Promise<void>;
  /** Signs the user out everywhere and publishes `sessionsEnded`. */
  endSessions(tx: Writer, id: UserId): Promise<void>;
}

/** Further work in the same transaction. */
type Also = (tx: Writer, id: UserId) => Promise<void>;

export function createUsers(db: Database): Users {
  async function endSessions(tx: Writer, id: UserId): Promise<void> {
    await deleteSessions(tx, id);
    await publish(tx, sessionsEnded, { userId: id });
  }

  return {
    async create({ username, email, password = generatePassword(), displayName = username }, also) {
      const id = userId.parse(uuidv7());
      const passwordHash = await hashValid(password);
      const user = {
        id,
        username,
        email: email.toLowerCase(),
        emailVerified: true,
        displayName,
        passwordHash,
      };
      try {
        await db.transact(async (tx) => {
          await repo.insertUser(tx, user);
          await also?.(tx, id);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'profiles_username_key')) throw identityErrors.username_taken();
        if (isUniqueViolation(error, 'profiles_email_key')) throw identityErrors.email_taken();
        throw error;
      }
      return { id, password };
    },
    find: async (id, from = db) => (await from.read((reader) => repo.findProfile(reader, id))) ?? null,
    findByUsername: async (username, from = db) =>
      (await from.read((reader) => repo.findProfileByUsername(reader, username.toLowerCase()))) ?? null,
    findByEmail: async (email) =>
      (await db.read((reader) => repo.findProfileByEmail(reader, email.toLowerCase()))) ?? null,
    editProfile: (id, profile) =>
      db.transact(async (tx) => {
        if (!(await repo.updateProfile(tx, id, profile))) throw identityErrors.user_not_found();
      }),
    async changeProfile(tx, id, changes) {
      const before = await repo.changeProfile(tx, id, changes);
      if (!before) throw identityErrors.user_not_found();
      return before;
    },
    withRole: (role) => db.read((reader) => repo.findProfilesByRole(reader, role)),
    chosenLanguage: repo.findChosenLanguage,
    chooseLanguage: repo.setChosenLanguage,
    summaries: async (ids, from = db) => {
      const found = await from.read((reader) => repo.findSummaries(reader, ids));
      return new Map(found.map((summary) => [summary.id, summary]));
    },
    grantRole: (tx, id, role, by) => repo.insertRole(tx, id, role, by),
    async revokeRole(tx, id, role) {
      if (role === 'viewer') throw identityErrors.viewer_role_stays();
      const had = await keepingAnAdmin(() => repo.deleteRole(tx, id, role));
      if (had) await publish(tx, roleRevoked, { userId: id, role });
      return had;
    },
    async resetPassword(id, password = generatePassword(), also) {
      const passwordHash = await hashValid(password);
      await db.transact(async (tx) => {
        if (!(await repo.findProfile(tx, id))) throw identityErrors.user_not_found();
        await repo.putPassword(tx, id, passwordHash);
        await endSessions(tx, id);
        await also?.(tx, id);
      });
      return password;
    },
    confirmAddress: (id, also) =>
      db.transact(async (tx) => {
        if (!(await repo.setEmailVerified(tx, id))) throw identityErrors.user_not_found();
        await also?.(tx, id);
      }),
    async ban(tx, id, { reason, until = null }) {
      const ban = { at: new Date(), until, reason };
      if (!(await keepingAnAdmin(() => repo.setBan(tx, id, ban)))) throw identityErrors.user_not_found();
      await deleteSessions(tx, id);
      await publish(tx, userBanned, { userId: id });
    },
    async unban(tx, id) {
      if (!(await repo.setBan(tx, id, null))) throw identityErrors.user_not_found();
    },
    endSessions,
  };
}

/** Translates the schema's refusal to lose the last active admin. @throws AppError `last_admin` */
export async function keepingAnAdmin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isCheckViolation(error, 'user_roles_keep_an_admin') ? identityErrors.last_admin() : error;
  }
}

async function hashValid(password: string): Promise<string> {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) throw identityErrors.password_unfit();
  return passwords.hash(password);
}
