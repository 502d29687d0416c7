import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/format/durations.ts';
import { remindersOf, timesOf } from './event-time.ts';

const START = '2026-12-05T18:30:00Z';

describe('timesOf', () => {
  it('returns both times when the time zones differ', () => {
    expect(timesOf(START, 'Europe/Lisbon', 'Asia/Tokyo')).toEqual({
      yours: 'Sunday, December 6, 2026 at 3:30 AM GMT+9',
      theirs: 'Saturday, December 5, 2026 at 6:30 PM GMT',
    });
  });

  it('returns one time when the zones agree, and UTC for an unknown zone', () => {
    expect(timesOf(START, 'Europe/Lisbon', 'Europe/London').theirs).toBeNull();
    expect(timesOf(START, 'Nowhere/Atlantis', 'Asia/Tokyo').theirs).toBe(
      'Saturday, December 5, 2026 at 6:30 PM GMT',
    );
  });
});

it.each([
  [25 * HOUR_MS, 'We’ll remind you a day and 15 minutes before it starts.'],
  [23 * HOUR_MS, 'We’ll remind you 15 minutes before it starts.'],
  [HOUR_MS / 6, 'It starts in a few minutes.'],
  [-HOUR_MS, 'It has started.'],
])('promises only the reminders that are still to come, %i ms before the start', (startsInMs, text) => {
  expect(remindersOf(startsInMs)).toBe(text);
});
