/** Appeals against bans: a person appeals each ban once, and an admin who did not ban them decides. */
import {
  type AdminAppeal,
  APPEALS_PAGE_SIZE,
  type AppealDecision,
  type AppealFilter,
  type OwnBan,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import type { AppealTokens, Users } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { idKey } from '#platform/db/keyset.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { banLifted } from '../moderation.notifications.ts';
import type { NotifyUser } from '../moderation-options.ts';
import { requireProofAboutAdmin } from '../users/admin-targets.ts';
import type { AppealMails } from './appeal-mails.jobs.ts';
import * as repo from './appeals.repo.ts';

export interface AppealsOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'unban' | 'find'>;
  readonly tokens: AppealTokens;
  readonly mails: Pick<AppealMails, 'sendDecisionMail'>;
  readonly notify: NotifyUser;
}

export interface Appeals {
  /** @throws AppError `appeal_link_invalid`, `ban_over` */
  banOf(token: string): Promise<OwnBan>;
  /** @throws AppError `appeal_link_invalid`, `ban_over`, `already_appealed` */
  send(token: string, text: string): Promise<OwnBan>;
  /** @throws AppError `cursor_invalid` */
  list(filter: AppealFilter & { cursor?: string | undefined }): Promise<{
    items: AdminAppeal[];
    next: string | null;
  }>;
  /** @throws AppError `appeal_not_found`, `appeal_decided`, `second_admin_needed`, `proof_required` for an admin */
  decide(id: string, decision: AppealDecision, by: Actor): Promise<void>;
  countOpen(): Promise<number>;
}

export function createAppeals({ db, users, tokens, mails, notify }: AppealsOptions): Appeals {
  async function requireBan(reader: Reader, token: string) {
    const claim = tokens.read(token);
    if (claim === null) throw moderationErrors.appeal_link_invalid();
    const ban = await repo.findBan(reader, claim.userId);
    if (ban?.at.getTime() !== claim.bannedAtMs) throw moderationErrors.ban_over();
    return { ...ban, userId: claim.userId };
  }

  const banOf = (token: string): Promise<OwnBan> =>
    db.read(async (reader) => {
      const { username, at, until, reason, userId } = await requireBan(reader, token);
      return {
        username,
        reason,
        at: at.toISOString(),
        until: until?.toISOString() ?? null,
        appeal: await repo.findAppeal(reader, userId, at),
      };
    });

  /** Keeps admins from judging appeals against their own bans, as long as there is another admin. */
  async function requireSecondAdmin(reader: Reader, bannedId: UserId, by: Actor): Promise<void> {
    if ((await repo.findBannedBy(reader, bannedId)) !== by.userId) return;
    if (await repo.hasOtherAdmin(reader, by.userId)) throw moderationErrors.second_admin_needed();
  }

  return {
    banOf,
    async send(token, text) {
      await db.transact(async (tx) => {
        const { userId, at } = await requireBan(tx, token);
        const isFirst = await repo.insertAppeal(tx, { userId, bannedAt: at, text });
        if (!isFirst) throw moderationErrors.already_appealed();
      });
      return banOf(token);
    },
    async list({ cursor, ...filter }) {
      const after = cursor === undefined ? undefined : decodeCursor(idKey, cursor);
      const rows = await db.read((reader) => repo.findAppeals(reader, filter, after));
      return pageOfRows(rows, APPEALS_PAGE_SIZE, ({ id }) => [id]);
    },
    decide: (id, decision, by) =>
      db.transact(async (tx) => {
        const appeal = await repo.lockAppeal(tx, id);
        if (appeal === undefined) throw moderationErrors.appeal_not_found();
        if (appeal.decidedAt) throw moderationErrors.appeal_decided();
        const { userId, bannedAt } = appeal;
        await requireSecondAdmin(tx, userId, by);
        await repo.decide(tx, id, decision, by.userId);
        const { outcome, reply } = decision;
        const ban = await repo.findBan(tx, userId);
        // The appeal is not about a later ban.
        if (outcome === 'lifted' && ban?.at.getTime() === bannedAt.getTime()) {
          await requireProofAboutAdmin(users, userId, by);
          await users.unban(tx, userId);
        }
        await audit(tx, { by, action: `appeal.${outcome}`, kind: 'user', id: userId, reason: reply });
        await mails.sendDecisionMail(tx, userId, decision);
        if (outcome === 'upheld') return;
        await notify(tx, { userId, ...banLifted.of(reply) });
      }),
    countOpen: () => db.read(repo.countOpen),
  };
}
