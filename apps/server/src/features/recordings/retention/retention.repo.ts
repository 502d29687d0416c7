import type { StreamId, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Expiring {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
}

const expiring = (db: Reader) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select(['r.stream_id as streamId', 'r.streamer_id as streamerId', 's.title'])
    .where('r.state', '=', 'ready')
    .orderBy('r.created_at');

/** Recordings that their creators have not kept by a time. */
export const findUndecided = (db: Reader, at: Date, limit: number): Promise<Expiring[]> =>
  expiring(db).where('r.decide_by', '<', at).limit(limit).execute();

/** Recordings made before a time whose deletion is not announced, oldest first. */
export const findToAnnounce = (db: Reader, madeBefore: Date, limit: number): Promise<Expiring[]> =>
  expiring(db)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', 'is', null)
    .limit(limit)
    .execute();

/** Recordings made before one time whose deletion was announced before another one, oldest first. */
export const findToDelete = (
  db: Reader,
  madeBefore: Date,
  announcedBefore: Date,
  limit: number,
): Promise<Expiring[]> =>
  expiring(db)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', '<', announcedBefore)
    .limit(limit)
    .execute();

export async function setAnnounced(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx.updateTable('recordings').set({ deletion_announced_at: at }).where('stream_id', '=', id).execute();
}
