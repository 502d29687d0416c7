/** Broadcasts as the lists of a viewer show them: running, or over. */
import type { KeptStream, StreamId } from '@tributary/contracts';
import { sql } from 'kysely';
import { type Broadcast, cardOf, shown } from '#features/live/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** How many watch a broadcast now; only features/live knows. */
export type ViewersOf = (id: StreamId) => number;

/** Those of people who are banned are in no list. */
export const keptStreams = (db: Reader) => shown(db).where(sql<boolean>`not is_banned(p)`);

export function toKeptStream(b: Broadcast, viewersOf: ViewersOf): KeptStream {
  const live = b.status === 'live';
  const card = cardOf(b, live ? viewersOf(b.id) : 0);
  return {
    ...card,
    endedAt: b.endedAt?.toISOString() ?? null,
    playbackUrl: live ? card.playbackUrl : null,
  };
}
