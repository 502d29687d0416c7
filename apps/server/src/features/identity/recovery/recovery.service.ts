/**
 * The help of admins for people who have lost their password or their second factor. Each action opens an account to
 * others, so it is recorded, and the account is told at its address.
 */
import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@tributary/contracts/instance';
import { SCREENS, type UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { localized } from '#platform/messages/index.ts';
import type { Accounts } from '../account/account.service.ts';
import { identityErrors } from '../identity.errors.ts';
import { sessionsEnded } from '../identity.events.ts';
import type { identityMails } from '../identity.mails.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { findProfile } from '../users/users.repo.ts';

/** A link is valid as long as one that people request by themselves. */
const LINK_MINUTES = 60;

export interface AccountRecovery {
  /** @throws AppError `user_not_found`, `own_account` */
  mailReset(id: UserId, by: Actor): Promise<void>;
  /** @throws AppError `user_not_found`, `own_account` */
  makeLink(id: UserId, by: Actor): Promise<{ url: string; expiresAt: string }>;
  /** @throws AppError `user_not_found`, `own_account`, `no_authenticator` */
  removeSecondFactor(id: UserId, by: Actor): Promise<void>;
}

export interface AccountRecoveryOptions {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly mails: ReturnType<typeof identityMails>;
  readonly accounts: Pick<Accounts, 'notify'>;
  readonly publicUrl: string;
  /** Stores a token with which the password of the account can be reset until then. */
  storeResetToken(id: UserId, token: string, expiresAt: Date): Promise<void>;
}

export function createAccountRecovery(options: AccountRecoveryOptions): AccountRecovery {
  const { db, mailer, mails, accounts, publicUrl, storeResetToken } = options;

  async function othersAccount(id: UserId, by: Actor) {
    // Admins prove who they are in their own settings instead.
    if (id === by.userId) throw identityErrors.own_account();
    const profile = await db.read((reader) => findProfile(reader, id));
    if (!profile) throw identityErrors.user_not_found();
    return profile;
  }

  const record = (id: UserId, by: Actor, action: AuditAction) =>
    db.transact((tx) => audit(tx, { by, action, kind: 'user', id }));

  async function newToken(id: UserId): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
    await storeResetToken(id, token, expiresAt);
    return { token, expiresAt };
  }

  return {
    async mailReset(id, by) {
      const profile = await othersAccount(id, by);
      await record(id, by, 'user.reset_mailed');
      const { token } = await newToken(id);
      await mailer.send(mails.resetByAdmin(profile, token));
    },
    async makeLink(id, by) {
      await othersAccount(id, by);
      // Recorded and told first, so that no link exists of which the account does not know.
      await record(id, by, 'user.reset_link_made');
      await accounts.notify(id, localized('mail.security.resetLinkMade'));
      const { token, expiresAt } = await newToken(id);
      const url = `${publicUrl}${SCREENS.resetPassword}?token=${encodeURIComponent(token)}`;
      return { url, expiresAt: expiresAt.toISOString() };
    },
    async removeSecondFactor(id, by) {
      await othersAccount(id, by);
      await db.transact(async (tx) => {
        if (!(await deleteSecondFactor(tx, id))) throw identityErrors.no_authenticator();
        await deleteSessions(tx, id, null);
        await publish(tx, sessionsEnded, { userId: id });
        await audit(tx, { by, action: 'user.second_factor_removed', kind: 'user', id });
      });
      await accounts.notify(id, localized('mail.security.secondFactorRemoved'));
    },
  };
}
