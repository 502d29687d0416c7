import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutOf, middleOf } from './layout.ts';

const HOUR_MS = 3_600_000;

it('has a tile for each five seconds, and longer intervals for recordings of several hours', () => {
  expect(layoutOf(12_000)).toMatchObject({ intervalMs: 5_000, tiles: 3 });
  expect(layoutOf(HOUR_MS)).toMatchObject({ intervalMs: 5_000, tiles: 720 });
  expect(layoutOf(12 * HOUR_MS)).toMatchObject({ intervalMs: 44_000, tiles: 982 });
});

it('covers every recording with at most a thousand tiles, and looks for frames within its length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 * HOUR_MS }), (durationMs) => {
      const layout = layoutOf(durationMs);
      const { intervalMs, tiles } = layout;
      expect(tiles).toBeLessThanOrEqual(1_000);
      expect(tiles * intervalMs).toBeGreaterThanOrEqual(durationMs);
      expect((tiles - 1) * intervalMs).toBeLessThan(durationMs);
      const last = middleOf(layout, tiles - 1, durationMs);
      expect(last).toBeGreaterThan((tiles - 1) * intervalMs);
      expect(last).toBeLessThan(durationMs);
    }),
  );
});
