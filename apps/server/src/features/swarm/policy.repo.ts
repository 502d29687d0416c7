import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { SwarmPolicy } from '@tributary/contracts/swarm';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StreamPolicy {
  readonly streamerId: UserId;
  readonly isEnded: boolean;
  /** Null where the channel has chosen none. */
  readonly policy: SwarmPolicy | null;
}

/** @returns null where there is no such stream */
export async function findStreamPolicy(db: Reader, id: StreamId): Promise<StreamPolicy | null> {
  const row = await db
    .selectFrom('streams as s')
    .leftJoin('channel_swarms as c', 'c.user_id', 's.streamer_id')
    .select(['s.streamer_id as streamerId', 's.status', 'c.policy'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  return row ? { streamerId: row.streamerId, isEnded: row.status === 'ended', policy: row.policy } : null;
}

export async function findChannelPolicy(db: Reader, userId: UserId): Promise<SwarmPolicy | null> {
  const row = await db
    .selectFrom('channel_swarms')
    .select('policy')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.policy ?? null;
}

export async function setChannelPolicy(tx: Writer, userId: UserId, policy: SwarmPolicy): Promise<void> {
  await tx
    .insertInto('channel_swarms')
    .values({ user_id: userId, policy })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ policy }))
    .execute();
}
