/** The time of an event in the viewer's and its own time zone. */
import { EVENT_GATE_LEAD_MINUTES } from '@tributary/contracts/events';
import { formatAppointment } from '@/lib/dates.ts';
import { DAY_MS, MINUTE_MS } from '@/lib/durations.ts';
import { formatNumberOf } from '@/lib/format.ts';

export interface EventTimes {
  readonly yours: string;
  /** The event's local time; null if it is the same as the viewer's. */
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

/** When a paid event begins to gate the streams of its channel, in milliseconds since 1970. */
export const gateStart = ({ eventDate }: { eventDate: string }): number =>
  Date.parse(eventDate) - EVENT_GATE_LEAD_MINUTES * MINUTE_MS;

/** The reminders that a ticket holder still gets. @param startsInMs time to the start; negative after it */
export function remindersOf(startsInMs: number): string {
  if (startsInMs > DAY_MS) return 'We’ll remind you a day and 15 minutes before it starts.';
  if (startsInMs > 15 * MINUTE_MS) return 'We’ll remind you 15 minutes before it starts.';
  return startsInMs > 0 ? 'It starts in a few minutes.' : 'It has started.';
}

/** A duration such as `45 minutes`, `1 hour` or `2 hours 30 minutes`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && formatNumberOf(hours, 'hour'), rest > 0 && formatNumberOf(rest, 'minute')]
    .filter(Boolean)
    .join(' ');
}
