/** How far into a recording a viewer is. */
import type { WatchProgress } from '@tributary/contracts';
import type { Stream } from '#features/live/index.ts';

/** A viewer who has watched this part of a recording has finished it: the rest is credits and farewells. */
export const FINISHED = 0.95;

/** A viewer who has watched less has not begun it. */
export const MIN_POSITION_MS = 5_000;

export function progressOf(stream: Stream, positionMs: number | null): WatchProgress {
  const durationMs = stream.recording?.durationMs ?? 0;
  if (positionMs === null || durationMs === 0) return null;
  const isFinished = positionMs >= durationMs * FINISHED;
  return { positionMs: Math.min(positionMs, durationMs), durationMs, isFinished };
}
