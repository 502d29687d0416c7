import type { LibraryStream } from '@tributary/contracts';
import { cardOf, type Live, type Stream } from '#features/live/index.ts';

/** A stream as the lists of a viewer's library show it, live or ended. */
export function toKeptStream(stream: Stream, viewersOf: Live['viewersOf']): LibraryStream {
  const live = stream.status === 'live';
  const card = cardOf(stream, live ? viewersOf(stream.id) : 0);
  return {
    ...card,
    endedAt: stream.endedAt?.toISOString() ?? null,
    playbackUrl: live ? card.playbackUrl : null,
  };
}
