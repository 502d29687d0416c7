/** When the streams of an entry start: days on the creator’s clocks, and the moments that they are. */

/** A day as `YYYY-MM-DD`. */
export type Day = string;

export interface Recurrence {
  readonly startsOn: Day;
  /** The time of day as `HH:MM`. */
  readonly time: string;
  readonly timezone: string;
  /** ISO 8601: 1 is Monday. Empty: once. */
  readonly weekdays: readonly number[];
  /** The last day, inclusive. Null: no end. */
  readonly endsOn: Day | null;
}

const DAY_MS = 86_400_000;

const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => toDay(toMs(day) + days * DAY_MS);

/** 1 is Monday. */
export const weekdayOf = (day: Day): number => new Date(toMs(day)).getUTCDay() || 7;

/** The days of a recurrence from `from` to `to`, both inclusive. A single stream has its day, however far away. */
export function daysOf({ startsOn, weekdays, endsOn }: Recurrence, from: Day, to: Day): Day[] {
  if (weekdays.length === 0) return startsOn < from ? [] : [startsOn];
  const first = startsOn > from ? startsOn : from;
  const last = endsOn !== null && endsOn < to ? endsOn : to;
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (weekdays.includes(weekdayOf(day))) days.push(day);
  }
  return days;
}

/**
 * The moment of a local time. Follows RFC 5545 (3.3.5) where clocks change: a time that occurs twice is the first one,
 * and one that is skipped counts by the clocks before the change.
 */
export function momentOf(day: Day, time: string, timezone: string): Date {
  const local = Date.parse(`${day}T${time}:00Z`);
  const before = local - offsetOf(local - DAY_MS, timezone);
  const after = local - offsetOf(local + DAY_MS, timezone);
  const isRight = (moment: number) => moment + offsetOf(moment, timezone) === local;
  return new Date(isRight(before) || !isRight(after) ? before : after);
}

/** The day and the time of day on the clocks of a time zone. */
export function localOf(moment: Date, timezone: string): { day: Day; time: string } {
  const local = new Date(moment.getTime() + offsetOf(moment.getTime(), timezone)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const part = '2-digit';
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: part,
      day: part,
      hour: part,
      minute: part,
      second: part,
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetOf(ms: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(timezone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}
