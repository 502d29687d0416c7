import { expect, it } from 'vitest';
import { daysOf, gainedIn } from './growth.ts';

const now = Date.UTC(2026, 2, 2, 15);
const growth = {
  followers: 50,
  days: [
    { day: '2026-01-15', gained: 20 },
    { day: '2026-02-27', gained: 4 },
    { day: '2026-03-02', gained: 1 },
  ],
};

it('has a day for each of the span, across months, today last', () => {
  const days = daysOf(growth, 7, now);
  expect(days.map(({ day }) => day).at(0)).toBe('2026-02-24');
  expect(days.map(({ gained }) => gained)).toEqual([0, 0, 0, 4, 0, 0, 1]);
});

it('adds up who came within a span', () => {
  expect([7, 30, 90].map((span) => gainedIn(growth, span, now))).toEqual([5, 5, 25]);
});
