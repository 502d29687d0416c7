import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatBookDay, formatDay, formatMoment } from '@/lib/format/dates.ts';
import { formatClock, formatRelative } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { MINUTE_MS } from '../lib/format/durations.ts';

interface AgoProps {
  at: string;
  /** Whether it starts in lower case, for use within a sentence: `just now`. */
  inSentence?: boolean;
}

/** The time since a moment, kept current, with the exact time on hover. */
export function Ago({ at, inSentence = false }: AgoProps) {
  const words = formatRelative(at, useNow());
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {inSentence ? words.toLowerCase() : words}
    </time>
  );
}

/** A day in the user's time zone. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDay(at)}
    </time>
  );
}

/** A day and time in the user's time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatMoment(at)}
    </time>
  );
}

/** A day of the ledger, in UTC and thus the same for every user. */
export function BookDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatBookDay(at)}
    </time>
  );
}

/** The duration of a live stream, updated every second. */
export function Uptime({ startedAt }: { startedAt: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Clock size={16} aria-hidden="true" />
      <span className="sr-only">{t('ui.liveFor')}</span>
      <time dateTime={startedAt}>{formatClock((now - Date.parse(startedAt)) / 1000)}</time>
    </span>
  );
}

/** The current time in milliseconds, updated every minute, for relative times. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
