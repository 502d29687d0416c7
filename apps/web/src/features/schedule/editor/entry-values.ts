/** Converts an entry of the schedule to and from the texts of a form. */
import type { ScheduleEdit, ScheduleEntry } from '@tributary/contracts/schedule';
import { CATEGORIES, type Category } from '@tributary/contracts/shared';
import { wholeOf } from '@/lib/format/number-fields.ts';

export interface EntryValues {
  title: string;
  /** Empty for none. */
  category: string;
  startsOn: string;
  time: string;
  timezone: string;
  minutes: string;
  isWeekly: boolean;
  weekdays: number[];
  endsOn: string;
}

/** The fields of properties with another name. */
export const FIELD_OF = { durationMinutes: 'minutes' } as const;

/** @param timezone the creator's time zone */
export const emptyValues = (timezone: string): EntryValues => ({
  title: '',
  category: '',
  startsOn: '',
  time: '19:00',
  timezone,
  minutes: '120',
  isWeekly: false,
  weekdays: [],
  endsOn: '',
});

export const valuesOf = (entry: ScheduleEntry): EntryValues => ({
  title: entry.title,
  category: entry.category ?? '',
  startsOn: entry.startsOn,
  time: entry.time,
  timezone: entry.timezone,
  minutes: String(entry.durationMinutes),
  isWeekly: entry.weekdays.length > 0,
  weekdays: entry.weekdays,
  endsOn: entry.endsOn ?? '',
});

export const categoryOf = (text: string): Category | null =>
  CATEGORIES.find((category) => category === text) ?? null;

/** Fields that can't be read become values that the schema refuses. */
export function editOf({
  category,
  minutes,
  isWeekly,
  weekdays,
  endsOn,
  ...text
}: EntryValues): ScheduleEdit {
  return {
    ...text,
    category: categoryOf(category),
    durationMinutes: wholeOf(minutes),
    weekdays: isWeekly ? weekdaysOf(weekdays, text.startsOn) : [],
    endsOn: isWeekly && endsOn !== '' ? endsOn : null,
  };
}

/** The chosen weekdays in order; the one of the first day while none is chosen. */
export function weekdaysOf(chosen: readonly number[], startsOn: string): number[] {
  if (chosen.length > 0) return chosen.toSorted((a, b) => a - b);
  const first = Date.parse(`${startsOn}T00:00:00Z`);
  return Number.isNaN(first) ? [] : [new Date(first).getUTCDay() || 7];
}
