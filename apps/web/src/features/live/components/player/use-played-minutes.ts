import { COUNTED_MINUTES, PLAYED_MINUTES_MAX } from '@tributary/contracts/live';
import { useEffect, useEffectEvent, useRef } from 'react';
import { act } from '@/lib/realtime/index.ts';
import type { ActivePlayer } from './use-stream-playback.ts';

const SAMPLE_EVERY_MS = 10_000;
const SAMPLES_PER_REPORT = 6;
const MINUTE_MS = 60_000;

interface PlayedStream {
  readonly streamId: string;
  readonly startedAt: string;
  readonly recordedFrom: string | null;
}

/** Reports which minutes of a stream are played from its recording, once it has ended, so that its creator sees where viewers leave. */
export function usePlayedMinutes(
  active: ActivePlayer | null,
  isRunning: boolean,
  { streamId, startedAt, recordedFrom }: PlayedStream,
): void {
  const minutes = useRef(new Set<number>());
  const reported = useRef(new Set<number>());
  const isPlaying = active?.kind === 'recording' && !isRunning && active.snapshot.state.kind === 'playing';

  const sample = useEffectEvent(() => {
    if (active?.kind !== 'recording') return;
    const positionMs = active.snapshot.position * 1000;
    const dateMs = active.player.dateMs ?? Date.parse(recordedFrom ?? startedAt) + positionMs;
    const minute = Math.floor(Math.max(0, dateMs - Date.parse(startedAt)) / MINUTE_MS);
    if (minute < COUNTED_MINUTES && !reported.current.has(minute)) minutes.current.add(minute);
  });

  const report = useEffectEvent(() => {
    const played = [...minutes.current].slice(0, PLAYED_MINUTES_MAX);
    if (played.length === 0) return;
    for (const minute of played) reported.current.add(minute);
    minutes.current.clear();
    // Failures are ignored: playback does not depend on being counted.
    act(`stream:${streamId}`, 'played', { minutes: played }).catch(() => undefined);
  });

  useEffect(() => {
    if (!isPlaying) return;
    let samples = 0;
    const timer = setInterval(() => {
      sample();
      samples += 1;
      if (samples % SAMPLES_PER_REPORT === 0) report();
    }, SAMPLE_EVERY_MS);
    return () => {
      clearInterval(timer);
      report();
    };
  }, [isPlaying]);
}
