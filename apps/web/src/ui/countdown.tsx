import { useEffect, useState } from 'react';
import { HOUR_MS } from '@/lib/durations.ts';
import { formatClock } from '@/lib/format.ts';
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

const hoursOf = (count: number) => t('ui.duration.hours', { count });
const minutesOf = (count: number) => t('ui.duration.minutes', { count });

/** `3 days 4 hours`, `5 hours 12 minutes`, `12:05`. */
export function formatTimeLeft(leftMs: number): string {
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours < 1) return formatClock(leftMs / SECOND_MS);
  const [large, small, left] =
    hours >= 24
      ? [t('ui.duration.days', { count: Math.floor(hours / 24) }), hoursOf(hours % 24), hours % 24]
      : [hoursOf(hours), minutesOf(Math.floor(leftMs / 60_000) % 60), Math.floor(leftMs / 60_000) % 60];
  return left === 0 ? large : `${large} ${small}`;
}
