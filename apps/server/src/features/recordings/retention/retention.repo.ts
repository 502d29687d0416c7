import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Expiring {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
}

/** How many recordings to find, or whether one of them is among those that would be found. */
export interface Selection {
  readonly limit: number;
  readonly only?: StreamId;
}

const expiring = (db: Reader, { limit, only }: Selection) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select(['r.stream_id as streamId', 'r.streamer_id as streamerId', 's.title'])
    .where('r.state', '=', 'ready')
    .$if(only !== undefined, (query) => query.where('r.stream_id', '=', only ?? null))
    .orderBy('r.created_at')
    .limit(limit);

/** Recordings that were deleted before a time, oldest first. */
export const findDeleted = (
  db: Reader,
  before: Date,
  { limit, only }: Selection,
): Promise<Pick<Expiring, 'streamId' | 'streamerId'>[]> =>
  db
    .selectFrom('recordings')
    .select(['stream_id as streamId', 'streamer_id as streamerId'])
    .where('state', '=', 'deleted')
    .where('deleted_at', '<', before)
    .$if(only !== undefined, (query) => query.where('stream_id', '=', only ?? null))
    .orderBy('deleted_at')
    .limit(limit)
    .execute();

/** Changes of the recording wait for the end of `tx`. */
export async function lock(tx: Writer, id: StreamId): Promise<void> {
  await tx.selectFrom('recordings').select('stream_id').where('stream_id', '=', id).forUpdate().execute();
}

/** Recordings that their creators have not kept by a time. */
export const findUndecided = (db: Reader, at: Date, some: Selection): Promise<Expiring[]> =>
  expiring(db, some).where('r.decide_by', '<', at).execute();

/** Recordings made before a time whose deletion is not announced, oldest first. */
export const findToAnnounce = (db: Reader, madeBefore: Date, some: Selection): Promise<Expiring[]> =>
  expiring(db, some)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', 'is', null)
    .execute();

/** Recordings made before one time whose deletion was announced before another one, oldest first. */
export const findToDelete = (
  db: Reader,
  madeBefore: Date,
  announcedBefore: Date,
  some: Selection,
): Promise<Expiring[]> =>
  expiring(db, some)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', '<', announcedBefore)
    .execute();

export async function setAnnounced(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx.updateTable('recordings').set({ deletion_announced_at: at }).where('stream_id', '=', id).execute();
}
