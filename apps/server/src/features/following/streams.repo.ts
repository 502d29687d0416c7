/** Streams as the lists of a viewer show them: running, or over. */
import type { KeptStream, StreamId } from '@tributary/contracts';
import { cardOf, type Stream } from '#features/live/index.ts';

/** How many watch a stream now; only features/live knows. */
export type ViewersOf = (id: StreamId) => number;

export function toKeptStream(b: Stream, viewersOf: ViewersOf): KeptStream {
  const live = b.status === 'live';
  const card = cardOf(b, live ? viewersOf(b.id) : 0);
  return {
    ...card,
    endedAt: b.endedAt?.toISOString() ?? null,
    playbackUrl: live ? card.playbackUrl : null,
  };
}
