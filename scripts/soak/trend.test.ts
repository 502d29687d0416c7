import { describe, expect, it } from 'vitest';
import { lowestOfEach, trendOf } from './trend.ts';

const HOUR_MS = 3_600_000;
const readings = (values: readonly number[]) =>
  values.map((value, index) => ({ atMs: (index * HOUR_MS) / (values.length - 1), value }));

describe('the trend of a soak', () => {
  it('is flat where memory grows at first and then stays', () => {
    const trend = trendOf(readings([100, 180, 200, 201, 199, 200, 201, 200]), 0);
    expect(trend).toMatchObject({ first: 100, last: 200, isFlat: true });
  });

  it('is not flat where each reading is higher than the one before, and says by how much an hour', () => {
    const trend = trendOf(readings([100, 110, 120, 130, 140, 150, 160, 170, 180]), 0);
    expect(trend.isFlat).toBe(false);
    expect(trend.perHour).toBeCloseTo(80);
  });

  it('is flat where a value falls, and where a small number changes by no more than the slack', () => {
    expect(trendOf(readings([9, 8, 7, 6, 5, 4]), 0).isFlat).toBe(true);
    expect(trendOf(readings([4, 4, 4, 4, 5, 5]), 2).isFlat).toBe(true);
    expect(trendOf(readings([4, 4, 4, 4, 8, 12]), 2).isFlat).toBe(false);
  });

  it('reads the lowest value of each period, since garbage is collected now and then', () => {
    const saw = [10, 20, 30, 11, 21, 31, 12, 22, 32].map((value, atMs) => ({ atMs, value }));
    expect(lowestOfEach(saw, 3).map(({ value }) => value)).toEqual([10, 11, 12]);
  });
});
