/** Markers that creators set while they are live. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { MARKERS_PER_STREAM, type StreamMarker } from '@tributary/contracts/studio';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/db/database.ts';
import * as repo from './markers.repo.ts';
import { errors } from './studio.errors.ts';

export interface Markers {
  /** @throws not_live, markers_full */
  add(creatorId: UserId, label: string): Promise<StreamMarker>;
  /** @throws stream_not_found, also for another creator's stream */
  list(creatorId: UserId, id: StreamId): Promise<StreamMarker[]>;
  /** @throws stream_not_found, marker_not_found */
  rename(creatorId: UserId, id: StreamId, markerId: string, label: string): Promise<StreamMarker>;
  /** @throws stream_not_found */
  remove(creatorId: UserId, id: StreamId, markerId: string): Promise<void>;
}

export interface MarkersOptions {
  readonly db: Database;
  readonly nowMs: () => number;
}

export function createMarkers({ db, nowMs }: MarkersOptions): Markers {
  const ownStream = async (creatorId: UserId, id: StreamId): Promise<repo.MarkedStream> => {
    const stream = await db.read((reader) => repo.findStream(reader, creatorId, id));
    if (!stream) throw errors.stream_not_found();
    return stream;
  };

  return {
    add: (creatorId, label) =>
      db.transact(async (tx) => {
        const stream = await repo.lockLive(tx, creatorId);
        if (!stream) throw errors.not_live();
        if ((await repo.countMarkers(tx, stream.id)) >= MARKERS_PER_STREAM) throw errors.markers_full();
        const marker = { id: uuidv7(), at: new Date(nowMs()), label };
        await repo.insertMarker(tx, stream.id, marker);
        return toMarker(stream, marker);
      }),
    async list(creatorId, id) {
      const stream = await ownStream(creatorId, id);
      const found = await db.read((reader) => repo.findMarkers(reader, id));
      return found.map((marker) => toMarker(stream, marker));
    },
    async rename(creatorId, id, markerId, label) {
      const stream = await ownStream(creatorId, id);
      const marker = await db.transact((tx) => repo.updateLabel(tx, id, markerId, label));
      if (!marker) throw errors.marker_not_found();
      return toMarker(stream, marker);
    },
    async remove(creatorId, id, markerId) {
      await ownStream(creatorId, id);
      await db.transact((tx) => repo.deleteMarker(tx, id, markerId));
    },
  };
}

const toMarker = ({ startedAt }: repo.MarkedStream, { id, at, label }: repo.Marker): StreamMarker => ({
  id,
  at: at.toISOString(),
  positionMs: Math.max(0, at.getTime() - startedAt.getTime()),
  label,
});
