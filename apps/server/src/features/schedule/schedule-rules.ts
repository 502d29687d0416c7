import type { ScheduleEdit } from '@tributary/contracts/schedule';
import type { FieldText } from '#platform/errors.ts';
import { localized } from '#platform/messages/index.ts';
import { addDays, daysOf, localOf, momentOf } from './recurrence.ts';

export const IN_FUTURE = localized('errors.schedule.date_past');

/** A stream can be planned this far ahead. */
const DAYS_AHEAD = 366;

/** The fields of an entry that are not possible at this moment: it needs a stream to come, within a year. */
export function refusedFields(edit: ScheduleEdit, now: Date): FieldText[] {
  const today = localOf(now, edit.timezone).day;
  if (edit.startsOn > addDays(today, DAYS_AHEAD))
    return [{ pointer: '/startsOn', detail: localized('errors.schedule.date_too_far') }];
  if (edit.weekdays.length === 0) {
    const isPast = momentOf(edit.startsOn, edit.time, edit.timezone) <= now;
    return isPast ? [{ pointer: '/startsOn', detail: IN_FUTURE }] : [];
  }
  if (edit.endsOn === null) return [];
  const from = edit.startsOn > today ? edit.startsOn : today;
  // A week after the first day has all weekdays.
  const next = daysOf(edit, from, addDays(from, 7)).find(
    (day) => momentOf(day, edit.time, edit.timezone) > now,
  );
  return next ? [] : [{ pointer: '/endsOn', detail: localized('errors.schedule.ends_before_first') }];
}
