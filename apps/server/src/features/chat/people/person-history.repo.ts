/** A person's messages in a channel's chats, and its moderators' decisions about them. */
import {
  CHAT_ACTS,
  CHAT_COUNTED_MAX,
  CHAT_HISTORY_SHOWN,
  CHAT_HISTORY_STREAMS,
  type ChatPersonHistory,
} from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

type Act = ChatPersonHistory['acts'][number]['act'];

/** The names of these decisions in the audit log. */
const ACTIONS: Readonly<Record<Act, string>> = {
  banned: 'chat.user_banned',
  unbanned: 'chat.user_unbanned',
  appeal_lifted: 'chat.appeal_lifted',
  appeal_upheld: 'chat.appeal_upheld',
};

const actsOn = (db: Reader, channelId: UserId, userId: UserId, acts: readonly Act[]) =>
  db
    .selectFrom('audit_log as l')
    .where('l.subject_kind', '=', 'user')
    .where('l.subject_id', '=', userId)
    .where(
      'l.action',
      'in',
      acts.map((act) => ACTIONS[act]),
    )
    .where(sql<boolean>`l.details->'after'->>'channelId' = ${channelId}`);

/** The ids of streams increase over time. */
const messagesOf = (db: Reader, channelId: UserId, userId: UserId) =>
  db
    .selectFrom('chat_messages as m')
    .where('m.author_id', '=', userId)
    .where('m.kind', '<>', 'system')
    .where('m.stream_id', 'in', ({ selectFrom }) =>
      selectFrom('streams')
        .select('id')
        .where('streamer_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(CHAT_HISTORY_STREAMS),
    );

export async function countMessages(db: Reader, channelId: UserId, userId: UserId): Promise<number> {
  const messages = messagesOf(db, channelId, userId)
    .select('m.number')
    .where('m.deleted_at', 'is', null)
    .limit(CHAT_COUNTED_MAX);
  const { count } = await db
    .selectFrom(messages.as('messages'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deleted messages count, too. */
export async function hasWritten(db: Reader, channelId: UserId, userId: UserId): Promise<boolean> {
  const messages = messagesOf(db, channelId, userId).select('m.number').limit(1);
  return (await messages.executeTakeFirst()) !== undefined;
}

/** Counts a person's bans from a channel's chats and lifted bans within the past hour, up to `limit`. */
export async function countRecentBans(
  db: Reader,
  channelId: UserId,
  userId: UserId,
  limit: number,
): Promise<number> {
  const acts = actsOn(db, channelId, userId, ['banned', 'unbanned'])
    .where('l.at', '>', sql<Date>`now() - interval '1 hour'`)
    .select('l.id')
    .limit(limit);
  return (await acts.execute()).length;
}

export async function findHistory(db: Reader, channelId: UserId, userId: UserId): Promise<ChatPersonHistory> {
  const messages = await messagesOf(db, channelId, userId)
    .select(['m.stream_id as streamId', 'm.number', 'm.sent_at as sentAt'])
    .select(sql<string | null>`CASE WHEN m.deleted_at IS NULL THEN m.text END`.as('text'))
    .orderBy('m.stream_id', 'desc')
    .orderBy('m.number', 'desc')
    .limit(CHAT_HISTORY_SHOWN)
    .execute();
  const acts = await actsOn(db, channelId, userId, CHAT_ACTS)
    .leftJoin('profiles as p', 'p.id', 'l.actor_id')
    .select(['l.id', 'l.action', 'l.at', 'p.username as by'])
    .select(sql<string | null>`l.details->>'reason'`.as('reason'))
    .select(sql<string | null>`l.details->'after'->>'until'`.as('until'))
    .orderBy('l.id', 'desc')
    .limit(CHAT_HISTORY_SHOWN)
    .execute();
  return {
    messages: messages.map(({ sentAt, ...message }) => ({ ...message, sentAt: sentAt.toISOString() })),
    acts: acts.flatMap(({ id, action, at, by, reason, until }) => {
      const act = CHAT_ACTS.find((known) => ACTIONS[known] === action);
      return act === undefined ? [] : [{ id, act, at: at.toISOString(), by, reason: reason ?? '', until }];
    }),
  };
}
