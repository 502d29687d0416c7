/** A person's own account: confirmation of identity, security mails, sessions, export and deletion. */

import type { getSecurity, PasskeySummary, SessionSummary } from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import type { z } from 'zod';
import type { Caller } from '#platform/caller.ts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import type { UserData } from '#platform/user-data.ts';
import { identityErrors } from '../identity.errors.ts';
import { sessionsEnded, signedOut, userDeleted } from '../identity.events.ts';
import type { identityMails } from '../identity.mails.ts';
import { passwords } from '../passwords/passwords.ts';
import * as factors from '../second-factor/second-factor.repo.ts';
import { deviceName } from '../sessions/device-name.ts';
import { locateIp } from '../sessions/ip-location.ts';
import * as sessions from '../sessions/sessions.repo.ts';
import { lockOverdue } from '../users/unconfirmed-accounts.repo.ts';
import { findProfile, setEmailVerified } from '../users/users.repo.ts';
import { keepingAnAdmin } from '../users.service.ts';
import * as repo from './account.repo.ts';

export interface Accounts {
  /**
   * Confirms the person before a sensitive change, by password, or by a sign-in within the last ten minutes
   * if the account has no password.
   * @throws AppError `password_wrong` naming `/password`, `sign_in_again`
   */
  prove(caller: Caller, password: string | undefined): Promise<void>;
  /** Records a proof, which counts for this session for ten minutes. */
  markProven(sessionId: string): Promise<void>;
  /**
   * Mails the owner about a change of their account; never throws.
   * @param to the current address by default
   */
  notify(userId: UserId, event: LocalizedText, to?: string): Promise<void>;
  addressOf(userId: UserId): Promise<string>;
  hasTwoFactor(userId: UserId): Promise<boolean>;
  passkeys(userId: UserId): Promise<PasskeySummary[]>;
  security(
    userId: UserId,
    backupCodesLeft: () => Promise<number>,
  ): Promise<z.output<typeof getSecurity.response>>;
  deletePasskey(userId: UserId, id: string): Promise<void>;
  sessions(caller: Caller): Promise<SessionSummary[]>;
  /**
   * Ends a session and publishes `sessionsEnded`.
   * @throws AppError `session_not_found`
   */
  endSession(userId: UserId, id: string): Promise<void>;
  /**
   * Ends all sessions and publishes `sessionsEnded`.
   * @param except a session to keep
   */
  endSessions(userId: UserId, except: string | null): Promise<void>;
  /** Publishes `sessionsEnded` after a change of password, for which better-auth has ended the sessions. */
  announceSessionsEnded(userId: UserId): Promise<void>;
  /** Publishes `signedOut` after better-auth has ended the session. */
  announceSignOut(sessionId: string): Promise<void>;
  /**
   * Completes a password reset by mail: confirms the address, ends all sessions of the account and notifies its owner.
   */
  passwordWasReset(userId: UserId): Promise<void>;
  /** The data of a person that identity stores. */
  export(userId: UserId): Promise<Record<string, unknown>>;
  /** The data of a person that all features store. */
  exportEverything(userId: UserId): Promise<Record<string, unknown>>;
  /** Deletes the account with the data of all features in one transaction, and publishes `userDeleted`. */
  delete(userId: UserId): Promise<void>;
  /** Deletes the account like `delete`, unless the address was confirmed in the meantime. */
  deleteUnconfirmed(userId: UserId): Promise<void>;
}

export interface AccountsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly mails: ReturnType<typeof identityMails>;
  readonly userData: UserData;
}

/** How recent a sign-in must be to replace the password. */
const FRESH_MS = 600_000;

export function createAccounts({ db, log, mailer, mails, userData }: AccountsOptions): Accounts {
  async function profileOf(userId: UserId) {
    const profile = await db.read((reader) => findProfile(reader, userId));
    if (!profile) throw identityErrors.user_not_found();
    return profile;
  }

  async function passkeysOf(userId: UserId): Promise<PasskeySummary[]> {
    const found = await db.read((reader) => factors.findPasskeys(reader, userId));
    return found.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: createdAt.toISOString(),
    }));
  }

  async function endSessions(tx: Writer, userId: UserId, except: string | null): Promise<void> {
    await sessions.deleteSessions(tx, userId, except);
    await publish(tx, sessionsEnded, { userId });
  }

  async function notify(userId: UserId, event: LocalizedText, to?: string): Promise<void> {
    try {
      const { email, language } = await profileOf(userId);
      await mailer.send(mails.securityNotice({ email: to ?? email, language }, event));
    } catch (err) {
      log.error({ err, userId }, 'Could not mail a security notice');
    }
  }

  async function deleteAccount(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void) {
    await userData.delete(tx, userId, onCommit);
    if (!(await keepingAnAdmin(() => repo.deleteProfile(tx, userId)))) throw identityErrors.user_not_found();
    await publish(tx, userDeleted, { userId });
  }

  return {
    async prove({ userId, sessionId }, password) {
      const hash = await db.read((reader) => repo.findPasswordHash(reader, userId));
      if (hash === null) {
        const session = await db.read((reader) => sessions.findSession(reader, sessionId));
        if (session && session.createdAt.getTime() > Date.now() - FRESH_MS) return;
        throw identityErrors.sign_in_again();
      }
      if (password !== undefined && (await passwords.verify({ hash, password }))) return;
      const detail = localized(
        password === undefined ? 'errors.identity.enter_password' : 'errors.identity.password_wrong',
      );
      throw identityErrors.password_wrong({ errors: [{ pointer: '/password', detail }] });
    },
    markProven: (sessionId) => db.transact((tx) => sessions.markProven(tx, sessionId)),
    notify,
    addressOf: async (userId) => (await profileOf(userId)).email,
    hasTwoFactor: async (userId) => (await profileOf(userId)).twoFactorEnabled,
    passkeys: passkeysOf,
    async security(userId, backupCodesLeft) {
      const [{ email }, ways, passkeys] = await Promise.all([
        profileOf(userId),
        db.read((reader) => repo.findCredentials(reader, userId)),
        passkeysOf(userId),
      ]);
      return {
        email,
        emailVerified: ways.emailVerified,
        hasPassword: ways.providers.includes(repo.PASSWORD),
        twoFactor: {
          enabled: ways.twoFactorEnabled,
          backupCodesLeft: ways.twoFactorEnabled ? await backupCodesLeft() : 0,
        },
        passkeys,
        providers: ways.providers.filter((provider) => provider !== repo.PASSWORD),
      };
    },
    async deletePasskey(userId, id) {
      if (!(await db.transact((tx) => factors.deletePasskey(tx, userId, id)))) {
        throw identityErrors.passkey_not_found();
      }
    },
    async sessions({ userId, sessionId }) {
      const found = await db.read((reader) => sessions.findSessionsOf(reader, userId));
      return Promise.all(
        found.map(async (session) => ({
          id: session.id,
          device: deviceName(session.userAgent),
          ipAddress: session.ipAddress || null,
          place: await locateIp(session.ipAddress),
          createdAt: session.createdAt.toISOString(),
          lastUsedAt: session.lastUsedAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
          current: session.id === sessionId,
        })),
      );
    },
    endSession: (userId, id) =>
      db.transact(async (tx) => {
        if (!(await sessions.deleteSession(tx, userId, id))) throw identityErrors.session_not_found();
        await publish(tx, sessionsEnded, { userId });
      }),
    endSessions: (userId, except) => db.transact((tx) => endSessions(tx, userId, except)),
    announceSessionsEnded: (userId) => db.transact((tx) => publish(tx, sessionsEnded, { userId })),
    announceSignOut: (sessionId) => db.transact((tx) => publish(tx, signedOut, { sessionId })),
    async passwordWasReset(userId) {
      await db.transact(async (tx) => {
        // The link proves the address as well as a confirmation does.
        await setEmailVerified(tx, userId);
        await endSessions(tx, userId, null);
      });
      // The mail is not awaited, since a mail server may take long to accept it.
      void notify(userId, localized('mail.security.passwordReset'));
    },
    async export(userId) {
      const [profile, ways, stored, passkeys] = await Promise.all([
        profileOf(userId),
        db.read((reader) => repo.findCredentials(reader, userId)),
        db.read((reader) => sessions.findSessionsOf(reader, userId)),
        db.read((reader) => factors.findPasskeys(reader, userId)),
      ]);
      return {
        profile: { ...profile, emailVerified: ways.emailVerified, createdAt: ways.createdAt },
        signIn: { twoFactorEnabled: ways.twoFactorEnabled, providers: ways.providers, passkeys },
        sessions: stored,
      };
    },
    exportEverything: (userId) => userData.export(userId),
    delete: (userId) => db.transact((tx, onCommit) => deleteAccount(tx, userId, onCommit)),
    deleteUnconfirmed: (userId) =>
      db.transact(async (tx, onCommit) => {
        if (await lockOverdue(tx, userId)) await deleteAccount(tx, userId, onCommit);
      }),
  };
}
