import { expect, it } from 'vitest';
import { LayoutStability } from './layout-stability.ts';

const scoreOf = (...shifts: [startTime: number, value: number, hadRecentInput?: boolean][]) => {
  const stability = new LayoutStability();
  for (const [startTime, value, hadRecentInput = false] of shifts) {
    stability.add({ startTime, value, hadRecentInput });
  }
  return stability.score;
};

it('is nothing where nothing moved', () => expect(scoreOf()).toBe(0));

it('adds up what moves in less than a second of each other', () => {
  expect(scoreOf([0, 0.25], [999, 0.5], [1998, 0.125])).toBe(0.875);
});

it('begins anew after a second of rest, and keeps the worst window', () => {
  expect(scoreOf([0, 0.5], [1000, 0.25], [1500, 0.125])).toBe(0.5);
});

it('ends a window after five seconds, however restless the page', () => {
  const everyHalfSecond = Array.from({ length: 20 }, (_, i): [number, number] => [i * 500, 0.0625]);
  expect(scoreOf(...everyHalfSecond)).toBe(10 * 0.0625);
});

it('does not count what somebody set off, nor lets it hold a window open', () => {
  expect(scoreOf([0, 0.5], [900, 4, true], [1500, 0.25])).toBe(0.5);
});
