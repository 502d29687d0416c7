import { WATCH_BEGUN_MS } from '@tributary/contracts/library';
import { useEffect, useEffectEvent } from 'react';
import type { ActivePlayer } from './use-stream-playback.ts';

const SAVE_EVERY_MS = 10_000;

/** Saves where the viewer is in a recording: every ten seconds, and when they pause, reach the end or leave. */
export function useSavePosition(
  active: ActivePlayer | null,
  isRunning: boolean,
  save: (seconds: number, duration: number) => void,
): void {
  const isRecording = active?.kind === 'recording' && !isRunning;
  const kind = active?.snapshot.state.kind;
  const report = useEffectEvent(() => {
    if (active?.kind !== 'recording' || active.snapshot.position * 1000 < WATCH_BEGUN_MS) return;
    save(active.snapshot.position, active.snapshot.duration);
  });
  const isPlaying = isRecording && kind === 'playing';
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => report(), SAVE_EVERY_MS);
    const onHidden = () => document.visibilityState === 'hidden' && report();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      report();
    };
  }, [isPlaying]);
}
