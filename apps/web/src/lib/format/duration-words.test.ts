import { expect, it } from 'vitest';
import { durationWords } from './duration-words.ts';

const minutes = { largest: 'hour', smallest: 'minute', parts: 2 } as const;
const left = { largest: 'day', smallest: 'minute', parts: 2 } as const;
const spoken = { largest: 'hour', smallest: 'second', parts: 3 } as const;

it.each([
  [45 * 60, minutes, '45 minutes'],
  [3600, minutes, '1 hour'],
  [9000, minutes, '2 hours 30 minutes'],
  [90_000, minutes, '25 hours'],
  [0, minutes, '0 minutes'],
  [3 * 86_400 + 4 * 3600 + 120, left, '3 days 4 hours'],
  [3 * 86_400 + 120, left, '3 days'],
  [3723, spoken, '1 hour 2 minutes 3 seconds'],
  [3603, spoken, '1 hour 3 seconds'],
  [0, spoken, '0 seconds'],
  [86_400 + 3600, { ...left, parts: 1 }, '1 day'],
] as const)('writes %d seconds with the units %j as “%s”', (seconds, precision, words) => {
  expect(durationWords(seconds, precision)).toBe(words);
});
