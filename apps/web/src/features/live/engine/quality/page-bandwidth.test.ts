import { expect, it } from 'vitest';
import { bandwidthOf } from './page-bandwidth.ts';

const file = (responseStart: number, responseEnd: number, transferSize: number) => ({
  responseStart,
  responseEnd,
  transferSize,
});

it('measures the bytes of a page by the time in which any of its files arrived', () => {
  // 250 kB in two seconds: two files side by side, and one after a pause.
  const files = [file(3_000, 4_000, 125_000), file(500, 1_500, 60_000), file(600, 1_500, 65_000)];
  expect(bandwidthOf(files)).toBe(1_000_000);
});

it('says nothing of files from the cache, of few bytes, or of a network that is not slow', () => {
  expect(bandwidthOf([])).toBeNull();
  expect(bandwidthOf([file(0, 2_000, 0), file(500, 2_000, 0)])).toBeNull();
  expect(bandwidthOf([file(100, 2_000, 20_000)])).toBeNull();
  expect(bandwidthOf([file(100, 300, 200_000)])).toBeNull();
  expect(bandwidthOf([file(100, 600, 200_000)])).toBeNull();
});
