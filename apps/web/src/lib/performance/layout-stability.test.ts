import { expect, it } from 'vitest';
import { LayoutStability } from './layout-stability.ts';

const scoreOf = (...shifts: [startTime: number, value: number, hadRecentInput?: boolean][]) => {
  const stability = new LayoutStability();
  for (const [startTime, value, hadRecentInput = false] of shifts) {
    stability.add({ startTime, value, hadRecentInput });
  }
  return stability.score;
};

it('is 0 without any shift', () => expect(scoreOf()).toBe(0));

it('adds up shifts less than a second apart', () => {
  expect(scoreOf([0, 0.25], [999, 0.5], [1998, 0.125])).toBe(0.875);
});

it('starts a new window after a second without shifts, and keeps the worst one', () => {
  expect(scoreOf([0, 0.5], [1000, 0.25], [1500, 0.125])).toBe(0.5);
});

it('ends a window after five seconds of continuous shifts', () => {
  const everyHalfSecond = Array.from({ length: 20 }, (_, i): [number, number] => [i * 500, 0.0625]);
  expect(scoreOf(...everyHalfSecond)).toBe(10 * 0.0625);
});

it('ignores shifts after user input, which don’t extend a window', () => {
  expect(scoreOf([0, 0.5], [900, 4, true], [1500, 0.25])).toBe(0.5);
});
