import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysOf, localOf, momentOf, type Recurrence, weekdayOf } from './recurrence.ts';

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
);
const days = fc.integer({ min: 0, max: 5000 }).map((count) => addDays('2022-01-01', count));
const times = fc.integer({ min: 0, max: 1439 }).map((minute) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});

const weekly = (more: Partial<Recurrence> = {}): Recurrence => ({
  startsOn: '2026-03-02',
  time: '19:00',
  timezone: 'Europe/Berlin',
  weekdays: [5],
  endsOn: null,
  ...more,
});

describe('momentOf', () => {
  it('keeps the time of day when clocks change', () => {
    const at = (day: string) => momentOf(day, '19:00', 'Europe/Berlin').toISOString();
    // Clocks are set forward on 29 March 2026 and back on 25 October.
    expect(at('2026-03-27')).toBe('2026-03-27T18:00:00.000Z');
    expect(at('2026-04-03')).toBe('2026-04-03T17:00:00.000Z');
    expect(at('2026-10-23')).toBe('2026-10-23T17:00:00.000Z');
    expect(at('2026-10-30')).toBe('2026-10-30T18:00:00.000Z');
  });

  it('takes the first of two times when clocks are set back', () => {
    expect(momentOf('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('counts a skipped time by the clocks before the change', () => {
    const skipped = momentOf('2026-03-29', '02:30', 'Europe/Berlin');
    expect(skipped.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(localOf(skipped, 'Europe/Berlin')).toEqual({ day: '2026-03-29', time: '03:30' });
  });

  it('is read back as the same local time in every zone, or up to an hour later where clocks skipped it', () => {
    fc.assert(
      fc.property(days, times, zones, (day, time, timezone) => {
        const read = localOf(momentOf(day, time, timezone), timezone);
        const late = Date.parse(`${read.day}T${read.time}:00Z`) - Date.parse(`${day}T${time}:00Z`);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(3_600_000);
        if (late === 0) return;
        // Only a change of the clocks within the day before skips a time.
        const midday = (at: string) => momentOf(at, '12:00', timezone).getTime();
        expect(midday(addDays(day, 1)) - midday(addDays(day, -1))).toBeLessThan(2 * 86_400_000);
      }),
    );
  });

  it('puts the days of an entry 23 to 25 hours apart, in order', () => {
    fc.assert(
      fc.property(days, times, zones, (day, time, timezone) => {
        const gap =
          momentOf(addDays(day, 1), time, timezone).getTime() - momentOf(day, time, timezone).getTime();
        expect(gap).toBeGreaterThanOrEqual(23 * 3_600_000);
        expect(gap).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});

describe('daysOf', () => {
  it('lists the given weekdays from the first day to the last, inclusive', () => {
    const recurrence = weekly({ weekdays: [1, 5], endsOn: '2026-03-13' });
    expect(daysOf(recurrence, '2026-01-01', '2026-12-31')).toEqual([
      '2026-03-02',
      '2026-03-06',
      '2026-03-09',
      '2026-03-13',
    ]);
    expect(daysOf(recurrence, '2026-03-07', '2026-03-09')).toEqual(['2026-03-09']);
  });

  it('lists a single stream however far away it is, and no longer once it has passed', () => {
    const once = weekly({ weekdays: [] });
    expect(daysOf(once, '2025-01-01', '2025-02-01')).toEqual(['2026-03-02']);
    expect(daysOf(once, '2026-03-03', '2026-12-31')).toEqual([]);
  });

  it('lists exactly the days of the span that are on one of the weekdays', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(weekdays, days, fc.integer({ min: 0, max: 60 }), (chosen, from, length) => {
        const found = daysOf(weekly({ weekdays: chosen, startsOn: from }), from, addDays(from, length));
        const expected = Array.from({ length: length + 1 }, (_, index) => addDays(from, index)).filter(
          (day) => chosen.includes(weekdayOf(day)),
        );
        expect(found).toEqual(expected);
      }),
    );
  });
});
