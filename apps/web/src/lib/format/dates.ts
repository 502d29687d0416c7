/** The formats of dates and times in the app, in the language of the page. */
import { dateFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';

type Instant = string | number | Date;

const writer = (options: Intl.DateTimeFormatOptions) => (at: Instant) =>
  dateFormat(locale(), options).format(new Date(at));

/** `Nov 21, 2026`, in the user's time zone. */
export const formatDay = writer({ dateStyle: 'medium' });
const dayOfYear = writer({ day: 'numeric', month: 'short' });

/** `Nov 21` of this year, `Nov 21, 2027` of another one, in the user's time zone. */
export const formatShortDay = (at: Instant, now: Instant = Date.now()): string =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? dayOfYear(at) : formatDay(at);
/** `Sat, Nov 21`, in the user's time zone. */
export const formatDayOfWeek = writer({ weekday: 'short', day: 'numeric', month: 'short' });
/** `Nov`, in the user's time zone. */
export const formatMonth = writer({ month: 'short' });
/** `8:05 PM` */
export const formatTime = writer({ timeStyle: 'short' });
/** `Nov 21, 2026, 8:05 PM` */
export const formatMoment = writer({ dateStyle: 'medium', timeStyle: 'short' });

/** A day of the ledger or statistics, in UTC and thus the same for every user. */
export const formatBookDay = writer({ dateStyle: 'medium', timeZone: 'UTC' });
/** The same day for an axis: `Nov 21`. */
export const formatAxisDay = writer({ day: 'numeric', month: 'short', timeZone: 'UTC' });
/** `Nov 26`: month and year, for an axis. */
export const formatAxisMonth = writer({ month: 'short', year: '2-digit', timeZone: 'UTC' });

/** The label of a bar: its month, or the first day of its day or week. */
export const formatAxisBucket = (from: string, bucket: 'day' | 'week' | 'month'): string =>
  bucket === 'month' ? formatAxisMonth(from) : formatAxisDay(from);

/** `Oct 1 – 31, 2026`: the days from `from` up to, but not including, `until`. */
export const formatBookDays = (from: string, until: string): string =>
  dateFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(Date.parse(until) - 1),
  );
