/** Appeals against bans from a channel's chats: a person appeals once, and a moderator who did not ban them decides. */
import type { ChatAppealDecision } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { errors } from '../chat.errors.ts';
import { chatQueueChanged } from '../chat.events.ts';
import { chatAppealed } from '../chat.notifications.ts';
import { findOpenChats, removeBan } from '../members/members.repo.ts';
import { requireModerator } from '../members/ranks.ts';
import { type NoticesOptions, notifyAppealDecided } from '../moderation/notices.ts';
import { sendStandings } from '../moderation/standing.ts';
import { findName } from '../people/people.repo.ts';
import * as repo from './appeals.repo.ts';

export interface ChatAppealsOptions extends NoticesOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

export interface ChatAppeals {
  /** @throws chat_ban_over, chat_ban_appealed */
  send(channelId: UserId, userId: UserId, text: string): Promise<void>;
  /** @throws not_moderator, chat_appeal_decided, second_moderator_needed */
  decide(channelId: UserId, userId: UserId, decision: ChatAppealDecision, by: Actor): Promise<void>;
}

export function createChatAppeals(options: ChatAppealsOptions): ChatAppeals {
  const { notifications, presence, nowMs, db } = options;

  /**
   * Notifies the moderators who can decide of the first appeal in an hour: the others wait on the same page. Moderators
   * who have the chat open see the appeal there.
   */
  async function notifyDeciders(
    tx: Writer,
    channelId: UserId,
    userId: UserId,
    { text, excludedId }: { readonly text: string; readonly excludedId: UserId | null },
  ): Promise<void> {
    const [channel, person] = [await findName(tx, channelId), await findName(tx, userId)];
    const appeal = {
      channel: { id: channelId, ...channel },
      by: userId,
      name: person.name,
      text,
      atMs: nowMs(),
    };
    const chats = await findOpenChats(tx, channelId);
    for (const decider of [channelId, ...(await repo.findDeciders(tx, channelId))]) {
      if (decider === excludedId || chats.some((id) => presence.isIn(id, decider))) continue;
      const isToOwner = decider === channelId;
      await notifications.notify(tx, { userId: decider, ...chatAppealed.of({ ...appeal, isToOwner }) });
    }
  }

  return {
    async send(channelId, userId, text) {
      await db.transact(async (tx) => {
        const ban = await repo.lockBan(tx, channelId, userId);
        if (!ban) throw errors.chat_ban_over();
        if (ban.appeal !== null) throw errors.chat_ban_appealed();
        await repo.putAppeal(tx, channelId, userId, { text });
        await notifyDeciders(tx, channelId, userId, { text, excludedId: ban.excludedId });
        await publish(tx, chatQueueChanged, { channelId });
      });
      await sendStandings(options, channelId, userId);
    },
    async decide(channelId, userId, { outcome, reply }, by) {
      await db.transact(async (tx) => {
        await requireModerator(tx, channelId, by.userId, 'people');
        const ban = await repo.lockBan(tx, channelId, userId);
        if (!ban || ban.appeal === null || ban.reply !== null) throw errors.chat_appeal_decided();
        if (ban.excludedId === by.userId) throw errors.second_moderator_needed();
        if (outcome === 'lifted') await removeBan(tx, channelId, userId);
        else await repo.putAppeal(tx, channelId, userId, { reply });
        const after = { channelId };
        await audit(tx, {
          by,
          action: `chat.appeal_${outcome}`,
          kind: 'user',
          id: userId,
          reason: reply,
          after,
        });
        await notifyAppealDecided(tx, notifications, channelId, userId, { outcome, reply });
        await publish(tx, chatQueueChanged, { channelId });
      });
      await sendStandings(options, channelId, userId);
    },
  };
}
