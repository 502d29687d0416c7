import { type AppealingPerson, CHAT_HELD_SHOWN } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { APPEAL_COLUMNS, isInForce, toAppeal } from '../members/members.repo.ts';

/** The moderator who imposed the ban `b`, if another member of the channel's team can decide about it; else null. */
const excludedId = sql<UserId | null>`CASE WHEN b.banned_by <> b.channel_id OR EXISTS (
  SELECT FROM chat_moderators AS m JOIN profiles AS p ON p.id = m.user_id
  WHERE m.channel_id = b.channel_id AND m.user_id <> b.banned_by AND 'people' = ANY(m.powers) AND ${isPublic}
) THEN b.banned_by END`;

/** Locks a ban that is in force. */
export const lockBan = (tx: Writer, channelId: UserId, userId: UserId) =>
  tx
    .selectFrom('chat_bans as b')
    .select(['b.appeal', 'b.appeal_reply as reply', excludedId.as('excludedId')])
    .where('b.channel_id', '=', channelId)
    .where('b.user_id', '=', userId)
    .where(isInForce)
    .forUpdate('b')
    .executeTakeFirst();

export async function putAppeal(
  tx: Writer,
  channelId: UserId,
  userId: UserId,
  appeal: { readonly text: string } | { readonly reply: string },
): Promise<void> {
  await tx
    .updateTable('chat_bans')
    .set('text' in appeal ? { appeal: appeal.text, appealed_at: sql`now()` } : { appeal_reply: appeal.reply })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .execute();
}

/** The open appeals, oldest first. */
export async function findOpenAppeals(db: Reader, channelId: UserId): Promise<AppealingPerson[]> {
  const rows = await db
    .selectFrom('chat_bans as b')
    .innerJoin('profiles as p', 'p.id', 'b.user_id')
    .leftJoin('profiles as m', 'm.id', 'b.banned_by')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['b.until', 'b.reason', 'b.banned_at as bannedAt', 'm.username as bannedBy'])
    .select(APPEAL_COLUMNS)
    .select(excludedId.as('excludedId'))
    .where('b.channel_id', '=', channelId)
    .where('b.appeal', 'is not', null)
    .where('b.appeal_reply', 'is', null)
    .where(isInForce)
    .where(isPublic)
    .orderBy('b.appealed_at')
    .limit(CHAT_HELD_SHOWN)
    .execute();
  return rows.flatMap(({ until, bannedAt, ...row }) => {
    const appeal = toAppeal(row);
    if (appeal === null) return [];
    return [{ ...row, until: until?.toISOString() ?? null, bannedAt: bannedAt.toISOString(), appeal }];
  });
}

/** The moderators of a channel who may decide about appeals. */
export async function findDeciders(db: Reader, channelId: UserId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('chat_moderators as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select('p.id')
    .where('m.channel_id', '=', channelId)
    .where(sql<boolean>`'people' = ANY(m.powers)`)
    .where(isPublic)
    .execute();
  return rows.map(({ id }) => id);
}
