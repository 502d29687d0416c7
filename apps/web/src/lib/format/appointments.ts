/** Moments with their time zone. Few pages show them, so they are apart from the other formats of dates. */
import { dateFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';
import { durationWords } from './duration-words.ts';
import { DAY_MS } from './durations.ts';

type Instant = string | number | Date;

/** `GMT+1`: the offset from UTC at a moment. @param timeZone defaults to the user's */
export function offsetIn(timeZone: string | undefined, at: Instant): string {
  const clock = dateFormat(locale(), { timeZoneName: 'shortOffset', ...(timeZone && { timeZone }) });
  const name = clock.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Some engines write GMT+0, others GMT.
  return name.replace(/\+0$/, '');
}

/** `Saturday, November 21, 2026 at 8:05 PM GMT+1`. @param timeZone defaults to the user's */
export function formatAppointment(at: Instant, timeZone?: string): string {
  const date = new Date(at);
  const zone = timeZone && { timeZone };
  const clock = dateFormat(locale(), { dateStyle: 'full', timeStyle: 'short', ...zone });
  return `${clock.format(date)} ${offsetIn(timeZone, at)}`;
}

/**
 * `Friday 7:00 PM` within the next days, `Fri, Dec 4, 7:00 PM` later, in the user's time zone.
 * @param inMs the time until then, by the clock of the server
 */
export function formatStart(at: Instant, inMs: number): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day =
    inMs < 6 * DAY_MS
      ? ({ weekday: 'long' } as const)
      : ({ weekday: 'short', day: 'numeric', month: 'short' } as const);
  return dateFormat(locale(), { ...day, ...time }).format(new Date(at));
}

/** A duration such as `45 minutes`, `1 hour` or `2 hours 30 minutes`. */
export const formatDuration = (minutes: number): string =>
  durationWords(minutes * 60, { largest: 'hour', smallest: 'minute', parts: 2 });
