/** Days and clocks as the whole app writes them: the month is a word and the day has 24 hours, which nobody misreads. */
type Instant = string | number | Date;

const LOCALE = 'en-GB';
const writer = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (at: Instant) => format.format(new Date(at));
};

/** `21 Nov 2026`, by the reader's own zone. */
export const formatDay = writer({ dateStyle: 'medium' });
/** `20:05` */
export const formatTime = writer({ timeStyle: 'short' });
/** `21 Nov 2026, 20:05` */
export const formatMoment = writer({ dateStyle: 'medium', timeStyle: 'short' });

/** A day of the books and statistics, which are kept in UTC: the same for everybody who looks at it. */
export const formatBookDay = writer({ dateStyle: 'medium', timeZone: 'UTC' });
/** The same on an axis: `21 Nov`. */
export const formatAxisDay = writer({ day: 'numeric', month: 'short', timeZone: 'UTC' });
/** `Nov 26` */
export const formatAxisMonth = writer({ month: 'short', year: '2-digit', timeZone: 'UTC' });

/** A bar of a chart: its month, or the first day of its day or week. */
export const formatAxisBucket = (from: string, bucket: 'day' | 'week' | 'month'): string =>
  bucket === 'month' ? formatAxisMonth(from) : formatAxisDay(from);

const bookDays = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** `1–31 Oct 2026`: from one day up to and with another, where the period ends before `until`. */
export const formatBookDays = (from: string, until: string): string =>
  bookDays.formatRange(new Date(from), new Date(Date.parse(until) - 1));

/** `Saturday, 21 November 2026 at 20:05 GMT+1`. @param timeZone whose clock; without it the reader's own */
export function formatAppointment(at: Instant, timeZone?: string): string {
  const date = new Date(at);
  const zone = timeZone && { timeZone };
  const clock = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short', ...zone });
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'shortOffset', ...zone }).formatToParts(date);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Some say GMT+0 where others say GMT.
  return `${clock.format(date)} ${name.replace(/\+0$/, '')}`;
}
