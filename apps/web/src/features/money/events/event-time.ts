/** The time of an event in the viewer's and its own time zone. */
import { formatAppointment } from '@/lib/dates.ts';

export interface EventTimes {
  readonly yours: string;
  /** Null if it is the same as the viewer's. */
  readonly theirs: string | null;
}

/** @param zone the viewer's time zone; defaults to the browser's */
export function timesOf(eventDate: string, timezone: string, zone?: string): EventTimes {
  const yours = formatIn(eventDate, zone);
  const theirs = formatIn(eventDate, timezone);
  return { yours, theirs: theirs === yours ? null : theirs };
}

function formatIn(iso: string, timeZone: string | undefined): string {
  try {
    return formatAppointment(iso, timeZone);
  } catch {
    // This browser doesn't know the time zone.
    return formatAppointment(iso, 'UTC');
  }
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return [hours > 0 && plural(hours, 'hour'), rest > 0 && plural(rest, 'minute')].filter(Boolean).join(' ');
}
