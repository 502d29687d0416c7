/** The time of an event in the viewer's and its own time zone. */
import { EVENT_GATE_LEAD_MINUTES } from '@tributary/contracts/events';
import { formatAppointment } from '@/lib/format/appointments.ts';
import { DAY_MS, MINUTE_MS } from '@/lib/format/durations.ts';
import { t } from '@/lib/messages/t.ts';

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
  if (startsInMs > DAY_MS) return t('events.reminders.dayBefore');
  if (startsInMs > 15 * MINUTE_MS) return t('events.reminders.minutesBefore');
  return startsInMs > 0 ? t('events.reminders.soon') : t('events.reminders.started');
}
