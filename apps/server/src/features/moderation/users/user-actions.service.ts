/** Actions of admins and the command line on accounts. Each action commits together with its entry in the audit log. */
import type { Role, UserId } from '@tributary/contracts/shared';
import { identityErrors, type Profile } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { badgeRemoved } from '../moderation.notifications.ts';
import type { ModerationOptions } from '../moderation-options.ts';
import { requireProofAboutAdmin } from './admin-targets.ts';

/** Null: the operator's command line, which may also do what admins may not do to themselves. */
type By = Actor | null;

export interface UserActions {
  /**
   * Grants a role. The role `streamer` comes with a channel, and all admins are notified of a new admin. Idempotent.
   * @throws AppError `user_not_found`
   */
  grantRole(id: UserId, role: Role, by: By): Promise<void>;
  /**
   * Revokes a role. Idempotent.
   * @throws AppError `user_not_found`, `not_yourself`, `viewer_role_stays`, `last_admin`
   */
  revokeRole(id: UserId, role: Role, by: By): Promise<void>;
  /**
   * Bans an account, and ends its sessions and live stream.
   * @throws AppError `user_not_found`, `not_yourself`, `last_admin`, `proof_required` for an admin
   */
  ban(id: UserId, ban: { reason: string | null; days: number | null }, by: By): Promise<void>;
  /**
   * Lifts a ban. Idempotent.
   * @throws AppError `user_not_found`, `proof_required` for an admin
   */
  unban(id: UserId, by: By): Promise<void>;
  /** @throws AppError `user_not_found` */
  endSessions(id: UserId, by: By): Promise<void>;
  /** @throws AppError `user_not_found`, `not_verified` */
  removeBadge(id: UserId, reason: string, by: By): Promise<void>;
}

export function createUserActions({
  db,
  users,
  channels,
  notify,
  sendBanMail,
  notifyOfNewAdmin,
}: ModerationOptions): UserActions {
  async function mustFind(id: UserId): Promise<Profile> {
    const profile = await users.find(id);
    if (!profile) throw identityErrors.user_not_found();
    return profile;
  }

  const record = (tx: Writer, entry: Omit<Parameters<typeof audit>[1], 'kind'>) =>
    audit(tx, { kind: 'user', ...entry });

  return {
    async grantRole(id, role, by) {
      const person = await mustFind(id);
      if (person.roles.includes(role)) return;
      const grantor = by?.userId ?? null;
      const granted = (tx: Writer) => record(tx, { by, action: 'user.role_granted', id, after: { role } });
      if (role === 'streamer') return void (await channels.upgrade(id, { by: grantor, record: granted }));
      await db.transact(async (tx) => {
        if (!(await users.grantRole(tx, id, role, grantor))) return;
        await granted(tx);
        if (role === 'admin') await notifyOfNewAdmin(tx, person, grantor);
      });
    },
    async revokeRole(id, role, by) {
      await mustFind(id);
      if (id === by?.userId && role === 'admin') throw moderationErrors.not_yourself();
      await db.transact(async (tx) => {
        if (!(await users.revokeRole(tx, id, role))) return;
        await record(tx, { by, action: 'user.role_taken', id, before: { role } });
      });
    },
    async ban(id, { reason, days }, by) {
      if (id === by?.userId) throw moderationErrors.not_yourself();
      await requireProofAboutAdmin(users, id, by);
      const until = days === null ? null : new Date(Date.now() + days * DAY_MS);
      await db.transact(async (tx) => {
        await users.ban(tx, id, { reason, until });
        await sendBanMail(tx, id);
        await record(tx, { by, action: 'user.banned', id, reason, after: { until } });
      });
    },
    async unban(id, by) {
      if (!(await mustFind(id)).bannedAt) return;
      await requireProofAboutAdmin(users, id, by);
      await db.transact(async (tx) => {
        await users.unban(tx, id);
        await record(tx, { by, action: 'user.unbanned', id });
      });
    },
    async endSessions(id, by) {
      await mustFind(id);
      await db.transact(async (tx) => {
        await users.endSessions(tx, id);
        await record(tx, { by, action: 'user.sessions_ended', id });
      });
    },
    async removeBadge(id, reason, by) {
      await mustFind(id);
      await db.transact(async (tx) => {
        if (!(await channels.setVerified(tx, id, false))) throw moderationErrors.not_verified();
        await record(tx, { by, action: 'user.badge_taken', id, reason });
        await notify(tx, { userId: id, ...badgeRemoved.of(reason) });
      });
    },
  };
}
