/** Streams in the lists of a viewer's library. */
import { type LibraryStream, WATCH_FINISHED_SHARE, type WatchProgress } from '@tributary/contracts/library';
import { cardOf, type Live, type Stream } from '#features/live/index.ts';

/** Converts a stream, live or ended, to the data of its card. */
export function toLibraryStream(stream: Stream, viewers: Live['viewers']): LibraryStream {
  const live = stream.status === 'live';
  const card = cardOf(stream, live ? viewers.count(stream.id) : 0);
  return {
    ...card,
    source: stream.source,
    endedAt: stream.endedAt?.toISOString() ?? null,
    playbackUrl: live ? card.playbackUrl : null,
  };
}

/**
 * The progress of a viewer in the recording of a stream.
 * @param durationMs null if there is no recording to watch
 */
export function progressOf(durationMs: number | null, positionMs: number | null): WatchProgress {
  if (positionMs === null || !durationMs) return null;
  const isFinished = positionMs >= durationMs * WATCH_FINISHED_SHARE;
  return { positionMs: Math.min(positionMs, durationMs), durationMs, isFinished };
}
