import type { ChatRaid, RaidPolicy } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import { listed, type Stream, toStream } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Raid {
  readonly id: string;
  readonly streamId: StreamId;
  readonly channelId: UserId;
  readonly channelName: string;
  readonly targetStreamId: StreamId;
  readonly target: ChatRaid['target'];
  readonly state: ChatRaid['state'];
  readonly startedAt: Date;
  readonly departsAt: Date;
  readonly staying: number;
  /** Whether both streams are live and none is hidden. */
  readonly isPossible: boolean;
}

/** The stream of a live channel that is publicly listed. */
export async function findTarget(db: Reader, username: string): Promise<Stream | null> {
  const row = await listed(db).where('p.username', '=', username.toLowerCase()).executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

/** Whether a channel accepts raids of another one, which it may have banned from its chats. */
export async function takesRaids(db: Reader, targetId: UserId, raiderId: UserId): Promise<boolean> {
  const { policy, isBanned, follows } = await db
    .selectFrom('profiles as p')
    .select([
      sql<RaidPolicy | null>`(SELECT raids FROM chat_settings WHERE channel_id = ${targetId})`.as('policy'),
      sql<boolean>`EXISTS (
        SELECT FROM chat_bans b
        WHERE b.channel_id = ${targetId} AND b.user_id = ${raiderId} AND (b.until IS NULL OR b.until > now())
      )`.as('isBanned'),
      sql<boolean>`EXISTS (
        SELECT FROM follows WHERE follower_id = ${targetId} AND streamer_id = ${raiderId}
      )`.as('follows'),
    ])
    .where('p.id', '=', targetId)
    .executeTakeFirstOrThrow();
  if (isBanned || policy === 'nobody') return false;
  return policy !== 'followed' || follows;
}

/** The times at which the channel started raids since a time, oldest first. */
export async function findStartsSince(db: Reader, channelId: UserId, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('chat_raids as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select('r.started_at')
    .where('s.streamer_id', '=', channelId)
    .where('r.started_at', '>', since)
    .orderBy('r.started_at')
    .execute();
  return rows.map(({ started_at }) => started_at);
}

export interface NewRaid {
  readonly id: string;
  readonly streamId: StreamId;
  readonly targetStreamId: StreamId;
  readonly startedAt: Date;
  readonly departsAt: Date;
}

/** @returns false if a raid of the stream is pending */
export async function insertRaid(tx: Writer, raid: NewRaid): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chat_raids')
    .values({
      id: raid.id,
      stream_id: raid.streamId,
      target_stream_id: raid.targetStreamId,
      started_at: raid.startedAt,
      departs_at: raid.departsAt,
    })
    .onConflict((conflict) => conflict.column('stream_id').where('state', '=', 'pending').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const raids = (db: Reader) =>
  db
    .selectFrom('chat_raids as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as c', 'c.id', 's.streamer_id')
    .innerJoin('streams as ts', 'ts.id', 'r.target_stream_id')
    .innerJoin('profiles as p', 'p.id', 'ts.streamer_id')
    .select(['r.id', 'r.state', 'r.staying', 'r.started_at as startedAt', 'r.departs_at as departsAt'])
    .select(['r.stream_id as streamId', 'r.target_stream_id as targetStreamId'])
    .select(['c.id as channelId', 'c.display_name as channelName', 'p.id as targetId'])
    .select(['p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(
      sql<boolean>`s.status = 'live' AND ts.status = 'live' AND s.hidden_at IS NULL AND ts.hidden_at IS NULL
        AND is_public(c) AND ${isPublic}`.as('isPossible'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof raids>['executeTakeFirstOrThrow']>>;

const toRaid = ({ targetId, username, displayName, avatarUrl, state, ...raid }: Row): Raid => ({
  ...raid,
  state: state === 'pending' ? state : 'departed',
  target: { id: targetId, username, displayName, avatarUrl },
});

/** Locks the pending raid with this id until `tx` ends. */
export async function lockPending(tx: Writer, id: string): Promise<Raid | null> {
  const row = await raids(tx)
    .where('r.id', '=', id)
    .where('r.state', '=', 'pending')
    .forUpdate('r')
    .executeTakeFirst();
  return row === undefined ? null : toRaid(row);
}

/** The latest raid of a stream that is pending or has departed. */
export async function findLatest(db: Reader, id: StreamId): Promise<Raid | null> {
  const row = await raids(db)
    .where('r.stream_id', '=', id)
    .where('r.state', '!=', 'canceled')
    .orderBy('r.started_at', 'desc')
    .executeTakeFirst();
  return row === undefined ? null : toRaid(row);
}

/** The pending raids that move viewers from or to a stream. */
export async function findPendingIds(db: Reader, id: StreamId): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_raids')
    .select('id')
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('stream_id', '=', id), eb('target_stream_id', '=', id)]))
    .execute();
  return rows.map((row) => row.id);
}

/** @param viewers the number of viewers who moved; null: the raid is canceled */
export async function settleRaid(tx: Writer, id: string, viewers: number | null): Promise<void> {
  await tx
    .updateTable('chat_raids')
    .set({ state: viewers === null ? 'canceled' : 'departed', viewers })
    .where('id', '=', id)
    .execute();
}

export async function setDeparture(tx: Writer, id: string, departsAt: Date): Promise<void> {
  await tx.updateTable('chat_raids').set({ departs_at: departsAt }).where('id', '=', id).execute();
}

export async function countStaying(tx: Writer, streamId: StreamId, id: string): Promise<void> {
  await tx
    .updateTable('chat_raids')
    .set(({ eb }) => ({ staying: eb('staying', '+', 1) }))
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .where('state', '=', 'pending')
    .execute();
}
