/** The phase of an event, and its time in the viewer's and its own time zone. */
import type { EventStatus } from '@tributary/contracts';
import { formatAppointment } from '@/lib/dates.ts';

interface Timed {
  readonly eventDate: string;
  readonly durationMinutes: number;
  readonly status: EventStatus;
}

export type EventPhase = 'draft' | 'upcoming' | 'on' | 'over' | 'canceled';

/**
 * The phase by status and time: a published event whose time has passed is over. `now` is in milliseconds.
 */
export function phaseOf({ status, eventDate, durationMinutes }: Timed, now: number): EventPhase {
  if (status === 'draft' || status === 'canceled') return status;
  if (status === 'ended') return 'over';
  const start = Date.parse(eventDate);
  if (now >= start + durationMinutes * 60_000) return 'over';
  return status === 'live' || now >= start ? 'on' : 'upcoming';
}

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
