import { expect, it } from 'vitest';
import { SCHEDULES } from './schedules.ts';
import { STORIES } from './stories.ts';

it('has a schedule for each channel, with its own titles and times that exist', () => {
  expect(Object.keys(SCHEDULES).toSorted()).toEqual(STORIES.map(({ username }) => username).toSorted());
  for (const { timezone, weekly, once } of Object.values(SCHEDULES)) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow();
    for (const { time } of [weekly, once]) expect(time).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
    expect(weekly.weekdays.every((day) => day >= 1 && day <= 7)).toBe(true);
  }
  const titles = Object.values(SCHEDULES).flatMap(({ weekly, once }) => [weekly.title, once.title]);
  expect(new Set(titles).size).toBe(titles.length);
});
