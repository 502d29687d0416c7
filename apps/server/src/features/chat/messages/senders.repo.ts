import type { ModeratorPower } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/** The author of a message in the chat of a stream. */
export interface Sender {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  /** False while the account is banned from the instance or unconfirmed. */
  readonly isPublic: boolean;
  readonly isAdmin: boolean;
  /** The powers of a moderator; null: not a moderator. */
  readonly powers: readonly ModeratorPower[] | null;
  readonly isVip: boolean;
  /** Whether the sender is banned from the channel's chats. */
  readonly isBanned: boolean;
  readonly isVerified: boolean;
  /** Whether it is a demo account. */
  readonly isDemo: boolean;
  /** Null: the sender does not follow the channel. */
  readonly followsForMs: number | null;
  readonly streamerId: UserId;
  readonly isLive: boolean;
}

export const moderates = ({ id, isAdmin, powers, streamerId }: Sender): boolean =>
  isAdmin || powers !== null || id === streamerId;

export const mayAnnounce = ({ id, isAdmin, powers, streamerId }: Sender): boolean =>
  isAdmin || id === streamerId || (powers?.includes('room') ?? false);

export async function findSender(db: Reader, id: StreamId, userId: UserId): Promise<Sender | null> {
  const [row] = await senders(db, { id, userId });
  if (row === undefined) return null;
  const { is_verified, streamer_id, status, ...sender } = row;
  return {
    ...sender,
    isVerified: is_verified ?? false,
    streamerId: streamer_id,
    isLive: status === 'live',
  };
}

const senders = prepared((db: Reader, { id, userId }: { id: StreamId; userId: UserId }) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('streams as s', (join) => join.on('s.id', '=', id))
    .leftJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select([
      'p.id',
      'p.username',
      'p.display_name as displayName',
      'd.is_verified',
      's.streamer_id',
      's.status',
    ])
    .select(isPublic.as('isPublic'))
    .select([
      sql<boolean>`EXISTS (SELECT FROM user_roles r WHERE r.user_id = p.id AND r.role = 'admin')`.as(
        'isAdmin',
      ),
      sql<boolean>`EXISTS (SELECT FROM demo_accounts a WHERE a.user_id = p.id)`.as('isDemo'),
      sql<ModeratorPower[] | null>`(
        SELECT m.powers FROM chat_moderators m WHERE m.channel_id = s.streamer_id AND m.user_id = p.id
      )`.as('powers'),
      sql<boolean>`EXISTS (
        SELECT FROM chat_vips v WHERE v.channel_id = s.streamer_id AND v.user_id = p.id
      )`.as('isVip'),
      sql<boolean>`EXISTS (
        SELECT FROM chat_bans b
        WHERE b.channel_id = s.streamer_id AND b.user_id = p.id AND (b.until IS NULL OR b.until > now())
      )`.as('isBanned'),
      sql<number | null>`(
        SELECT (extract(epoch FROM now() - f.created_at) * 1000)::float8
        FROM follows f WHERE f.streamer_id = s.streamer_id AND f.follower_id = p.id
      )`.as('followsForMs'),
    ])
    .where('p.id', '=', userId),
);

/** The senders who have been banned from the chats that they write in since they were found. */
export async function findBanned(db: Reader, senders: readonly Sender[]): Promise<ReadonlySet<Sender>> {
  const bans = await sql<{ channelId: UserId; userId: UserId }>`
    SELECT channel_id AS "channelId", user_id AS "userId" FROM chat_bans
    JOIN unnest(${senders.map(({ streamerId }) => streamerId)}::uuid[], ${senders.map(({ id }) => id)}::uuid[])
      AS sender (channel_id, user_id) USING (channel_id, user_id)
    WHERE until IS NULL OR until > now()`.execute(db);
  const isBanned = ({ id, streamerId }: Sender) =>
    bans.rows.some(({ channelId, userId }) => channelId === streamerId && userId === id);
  return new Set(senders.filter(isBanned));
}
