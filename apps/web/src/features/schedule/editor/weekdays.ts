import { dateFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** `Monday` for 1, as ISO 8601 counts. */
export const weekdayName = (day: number, weekday: 'long' | 'short' = 'long'): string =>
  dateFormat(locale(), { weekday, timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS);

/** `Monday and Friday` */
export const weekdayNames = (days: readonly number[]): string =>
  new Intl.ListFormat(locale()).format(days.map((day) => weekdayName(day)));
