import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Marker {
  readonly id: string;
  readonly at: Date;
  readonly label: string;
}

export interface MarkedStream {
  readonly id: StreamId;
  readonly startedAt: Date;
}

/** Locks the creator's live stream until `tx` ends, so that its markers are counted one after the other. */
export const lockLive = (tx: Writer, creatorId: UserId): Promise<MarkedStream | undefined> =>
  tx
    .selectFrom('streams')
    .select(['id', 'started_at as startedAt'])
    .where('streamer_id', '=', creatorId)
    .where('status', '=', 'live')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A stream of this creator that was live. */
export const findStream = (
  db: Reader,
  creatorId: UserId,
  id: StreamId,
): Promise<(MarkedStream & { readonly endedAt: Date | null; readonly views: number }) | undefined> =>
  db
    .selectFrom('streams')
    .select(['id', 'started_at as startedAt', 'ended_at as endedAt', 'views'])
    .where('id', '=', id)
    .where('streamer_id', '=', creatorId)
    .where('source', '=', 'live')
    .executeTakeFirst();

export const findMarkers = (db: Reader, id: StreamId): Promise<Marker[]> =>
  db
    .selectFrom('stream_markers')
    .select(['id', 'at', 'label'])
    .where('stream_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();

export async function countMarkers(db: Reader, id: StreamId): Promise<number> {
  const row = await db
    .selectFrom('stream_markers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('stream_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertMarker(tx: Writer, streamId: StreamId, marker: Marker): Promise<void> {
  await tx
    .insertInto('stream_markers')
    .values({ ...marker, stream_id: streamId })
    .execute();
}

/** @returns undefined if the stream has no such marker */
export const updateLabel = (
  tx: Writer,
  streamId: StreamId,
  id: string,
  label: string,
): Promise<Marker | undefined> =>
  tx
    .updateTable('stream_markers')
    .set({ label })
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .returning(['id', 'at', 'label'])
    .executeTakeFirst();

export async function deleteMarker(tx: Writer, streamId: StreamId, id: string): Promise<void> {
  await tx.deleteFrom('stream_markers').where('id', '=', id).where('stream_id', '=', streamId).execute();
}

/** All markers of a creator, for the export of their data. */
export const findAllOf = (db: Reader, creatorId: UserId) =>
  db
    .selectFrom('stream_markers as m')
    .innerJoin('streams as s', 's.id', 'm.stream_id')
    .select(['m.stream_id as streamId', 'm.at', 'm.label'])
    .where('s.streamer_id', '=', creatorId)
    .orderBy('m.at')
    .execute();
