import { useEffect, useState } from 'react';
import { durationWords } from '@/lib/format/duration-words.ts';
import { HOUR_MS } from '@/lib/format/durations.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';

const SECOND_MS = 1000;

/**
 * The time until a start.
 * @param startsAtMs the start, by `performance.now()`
 */
export function Countdown({ startsAtMs, onStart }: { startsAtMs: number; onStart: () => void }) {
  const [leftMs, setLeftMs] = useState(() => startsAtMs - performance.now());
  useEffect(() => {
    const tick = () => setLeftMs(startsAtMs - performance.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [startsAtMs]);
  const hasStarted = leftMs <= 0;
  useEffect(() => {
    if (hasStarted) onStart();
  }, [hasStarted, onStart]);
  return (
    // Screen readers do not announce the timer each second.
    <span role="timer" className="font-display font-semibold text-lg tabular-nums">
      {hasStarted ? t('ui.countdown.now') : formatTimeLeft(leftMs)}
    </span>
  );
}

/** `3 days 4 hours`, `5 hours 12 minutes`, `12:05`. */
export const formatTimeLeft = (leftMs: number): string =>
  leftMs < HOUR_MS
    ? formatClock(leftMs / SECOND_MS)
    : durationWords(leftMs / SECOND_MS, { largest: 'day', smallest: 'minute', parts: 2 });
