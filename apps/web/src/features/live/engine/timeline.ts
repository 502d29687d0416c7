/** Where playback is within all that can be watched, and how its times are written. */

import { durationWords } from '@/lib/format/duration-words.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import type { PlayerSnapshot } from './live/player-types.ts';
import type { RecordingSnapshot } from './recording/recording-player.ts';

/** All in seconds. */
export interface Timeline {
  readonly start: number;
  readonly end: number;
  readonly position: number;
  /** The end of what is buffered from the position on. */
  readonly bufferedTo: number;
  /** The end is live: times are counted back from it. */
  readonly isLive: boolean;
}

/** @param streamSeconds how long the stream has run, where it can be watched from its beginning; null: it cannot */
export function liveTimeline(
  { behind, latency, rewindSeconds }: PlayerSnapshot,
  streamSeconds: number | null,
): Timeline {
  const end = Math.max(rewindSeconds, streamSeconds ?? 0);
  const position = behind ? end - (latency ?? 0) : end;
  return { start: 0, end, position, bufferedTo: end, isLive: true };
}

/**
 * @param isRunning the stream is live, so that the recording grows on
 * @param storedSeconds the length that the server states, which counts until the player knows it; null while it grows
 */
export function recordingTimeline(
  { position, duration, bufferedTo, isGrowing }: RecordingSnapshot,
  isRunning: boolean,
  storedSeconds: number | null,
): Timeline {
  const isLive = isGrowing && isRunning;
  const end = duration || (storedSeconds ?? 0);
  return { start: 0, end, position: Math.min(position, end), bufferedTo, isLive };
}

/** `−12:34` behind live, or `12:34` from the beginning. */
export function formatPosition({ end, isLive }: Timeline, position: number): string {
  if (!isLive) return formatClock(position);
  const behind = Math.round(end - position);
  return behind === 0 ? t('ui.live') : `−${formatClock(behind)}`;
}

/** The position for a screen reader. */
export function speakPosition({ end, position, isLive }: Timeline): string {
  if (!isLive) return t('live.position.of', { position: speakDuration(position), end: speakDuration(end) });
  const behind = Math.round(end - position);
  return behind === 0 ? t('ui.live') : t('live.position.behind', { duration: speakDuration(behind) });
}

/** `1 hour 2 minutes 3 seconds`. */
export const speakDuration = (seconds: number): string =>
  durationWords(Math.max(0, Math.floor(seconds)), { largest: 'hour', smallest: 'second', parts: 3 });
