/** Converts between moments and local times of a time zone. */
import { DAY_MS, MINUTE_MS } from '@/lib/format/durations.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** The local time of the zone, read as if it were UTC. */
function shownMs(atMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(atMs);
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** The offset of the zone from UTC. */
const leadMs = (atMs: number, timeZone: string): number =>
  shownMs(atMs, timeZone) - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;

export interface LocalTime {
  /** A date such as `2026-12-05`, as in a date field. */
  readonly date: string;
  /** A time such as `18:30`, as in a time field. */
  readonly time: string;
}

export function localTimeOf(iso: string, timeZone: string): LocalTime {
  const shown = new Date(shownMs(Date.parse(iso), timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/**
 * Returns the moment of a local time. A time that occurs twice, when clocks are set back, is the first of both; one
 * that is skipped, when they are set forward, is moved later by the length of the gap.
 * @returns null for an incomplete date or time
 */
export function momentOf({ date, time }: LocalTime, timeZone: string): string | null {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wanted)) return null;
  const before = leadMs(wanted - DAY_MS, timeZone);
  const after = leadMs(wanted + DAY_MS, timeZone);
  const matching = [wanted - before, wanted - after].filter((atMs) => shownMs(atMs, timeZone) === wanted);
  return new Date(matching.length > 0 ? Math.min(...matching) : wanted - before).toISOString();
}
