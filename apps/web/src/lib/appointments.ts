/** Moments with their time zone. Few pages show them, so they are apart from the other formats of dates. */
import { dateFormat } from '@tributary/messages/format';
import { locale } from './messages/language.ts';

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
