import { useEffect, useEffectEvent } from 'react';
import type { RecordingStart } from '../../engine/recording/recording-player.ts';
import { liveTimeline, recordingTimeline, type Timeline } from '../../engine/timeline.ts';
import type { ActivePlayer } from './use-stream-playback.ts';

/** Seeking this close to live in the recording of a running stream goes to live: newer segments are not stored yet. */
const LIVE_SECONDS = 10;
/** A viewer who catches up goes to live before the recording runs out. */
const CATCH_UP_SECONDS = 5;

const NOTHING: Timeline = { start: 0, end: 0, position: 0, bufferedTo: 0, isLive: true };

interface TransportOptions {
  /** When its recording begins; null where the stream cannot be watched from its beginning. */
  readonly recordedFrom: string | null;
  /** The length of its recording; null while it grows. */
  readonly recordedSeconds: number | null;
  readonly isRunning: boolean;
  /** Plays the recording from a position, or live. */
  readonly onChoose: (start: RecordingStart | null) => void;
}

/** Moves playback within all of a stream that can be watched, which may change between live and its recording. */
export interface Transport {
  readonly timeline: Timeline;
  /** @param position in seconds of the timeline */
  seek(position: number): void;
  /** Seeks to a fraction of the timeline. Does nothing while its end is unknown. */
  seekToFraction(fraction: number): void;
  /** @param seconds forward, or back where negative */
  seekBy(seconds: number): void;
  /** Milliseconds from the beginning of the recording to a position, by the wall clock; null where none is made. */
  recordedMs(position: number): number | null;
  /** Plays at live; where nothing is live, goes to the end. */
  goToEnd(): void;
}

export function useTransport(active: ActivePlayer | null, options: TransportOptions): Transport {
  const { recordedFrom, recordedSeconds, isRunning, onChoose } = options;
  const catchUp = useEffectEvent(() => onChoose(null));
  const hasCaughtUp =
    active?.kind === 'recording' &&
    isRunning &&
    active.snapshot.isGrowing &&
    active.snapshot.rate > 1 &&
    active.snapshot.duration - active.snapshot.position < CATCH_UP_SECONDS;
  useEffect(() => {
    if (hasCaughtUp) catchUp();
  }, [hasCaughtUp]);

  const recordedFromMs = recordedFrom === null ? null : Date.parse(recordedFrom);
  if (active === null)
    return {
      timeline: NOTHING,
      recordedMs: () => null,
      seek() {},
      seekToFraction() {},
      seekBy() {},
      goToEnd() {},
    };
  if (active.kind === 'recording') {
    const { player, snapshot } = active;
    const timeline = recordingTimeline(snapshot, isRunning, recordedSeconds);
    const seek = (position: number) => {
      if (timeline.isLive && timeline.end - position < LIVE_SECONDS) onChoose(null);
      else player.seek(position);
    };
    const seekToFraction = (fraction: number) => {
      if (timeline.end > 0) seek(timeline.end * fraction);
    };
    return {
      timeline,
      recordedMs(position) {
        const dateMs = player.dateMsAt(position);
        return recordedFromMs === null || dateMs === null ? position * 1000 : dateMs - recordedFromMs;
      },
      seek,
      seekToFraction,
      seekBy: (seconds) => seek(snapshot.position + seconds),
      goToEnd: () => seekToFraction(1),
    };
  }
  const { player, snapshot } = active;
  const { liveAtSeconds, latency, rewindSeconds } = snapshot;
  const streamSeconds =
    recordedFromMs !== null && liveAtSeconds !== null ? liveAtSeconds - recordedFromMs / 1000 : null;
  const timeline = liveTimeline(snapshot, streamSeconds);
  const goTo = (wanted: number) => {
    const seconds = Math.max(0, timeline.end - wanted);
    if (wanted <= rewindSeconds || streamSeconds === null || liveAtSeconds === null) player.seek(wanted);
    else onChoose({ seconds, dateMs: Math.max(liveAtSeconds - wanted, 0) * 1000 });
  };
  return {
    timeline,
    recordedMs: (position) =>
      streamSeconds === null ? null : (streamSeconds - (timeline.end - position)) * 1000,
    seek: (position) => goTo(timeline.end - position),
    seekToFraction: (fraction) => goTo(timeline.end * (1 - fraction)),
    seekBy: (seconds) => latency !== null && goTo(latency - seconds),
    goToEnd: () => player.goToLive(),
  };
}
