import { ADMIN_PAGE_SIZE, type AdminStream, type StreamFilter } from '@tributary/contracts/moderation';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { type CursorKey, idKey, integerKey } from '#platform/db/keyset.ts';
import * as repo from './streams.repo.ts';

/** Lists streams for admins, hidden ones included. */
export interface StreamList {
  list(
    filter: StreamFilter & { cursor?: string | undefined },
  ): Promise<{ items: AdminStream[]; next: string | null }>;
}

export function createStreamList(db: Database): StreamList {
  return {
    async list({ cursor, ...filter }) {
      const byViewers = filter.sort === 'currentViewers';
      const keySchema = byViewers ? integerKey : idKey;
      const after = cursor === undefined ? undefined : decodeCursor<CursorKey>(keySchema, cursor);
      const rows = await db.read((reader) => repo.findStreams(reader, filter, after, ADMIN_PAGE_SIZE + 1));
      const { items, next } = pageOfRows(rows, ADMIN_PAGE_SIZE, ({ currentViewers, id }) =>
        byViewers ? [currentViewers, id] : [id],
      );
      return { items: items.map(toStream), next };
    },
  };
}

function toStream(row: repo.StoredStream): AdminStream {
  const { streamerId, username, displayName, avatarUrl, isVerified, ...stream } = row;
  const { hiddenAt, hiddenBy, hiddenReason } = row;
  return {
    ...stream,
    startedAt: stream.startedAt.toISOString(),
    endedAt: stream.endedAt?.toISOString() ?? null,
    hidden: hiddenAt && { at: hiddenAt.toISOString(), by: hiddenBy, reason: hiddenReason ?? '' },
    streamer: { id: streamerId, username, displayName, avatarUrl, isVerified },
  };
}
