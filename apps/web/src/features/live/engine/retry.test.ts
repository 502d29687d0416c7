import { expect, it } from 'vitest';
import { DamageCount, retryDelay } from './retry.ts';

it('comes back quickly at first, then every few seconds for as long as it takes', () => {
  const delays = Array.from({ length: 40 }, (_, attempt) => retryDelay(attempt, () => 1));
  expect(delays[0]).toBe(400);
  expect(delays.at(-1)).toBe(5_000);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  // A restart of one minute is over within few more seconds than it lasted.
  expect(delays.slice(0, 14).reduce((sum, delay) => sum + delay)).toBeLessThan(60_000);
});

it('forgives damage now and then, but not in a row', () => {
  const count = new DamageCount();
  for (let minute = 0; minute < 10; minute++) expect(count.isTooMuch(minute * 60_000)).toBe(false);
  expect(count.isTooMuch(540_100)).toBe(false);
  expect(count.isTooMuch(540_200)).toBe(false);
  expect(count.isTooMuch(540_300)).toBe(true);
});
