/** Broadcasts as the lists of a viewer show them: running, or over. */
import type { KeptStream, StreamId } from '@tributary/contracts';
import { type Broadcast, cardOf } from '#features/live/index.ts';

/** How many watch a broadcast now; only features/live knows. */
export type ViewersOf = (id: StreamId) => number;

export function toKeptStream(b: Broadcast, viewersOf: ViewersOf): KeptStream {
  const live = b.status === 'live';
  const card = cardOf(b, live ? viewersOf(b.id) : 0);
  return {
    ...card,
    endedAt: b.endedAt?.toISOString() ?? null,
    playbackUrl: live ? card.playbackUrl : null,
  };
}
