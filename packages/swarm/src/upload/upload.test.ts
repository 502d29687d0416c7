import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';
import { UploadEstimator } from './upload-estimator.ts';

const LIMITS = { initialBytesPerSecond: 100_000, minBytesPerSecond: 20_000, maxBytesPerSecond: 1_000_000 };

it('sends no more than its rate and one burst', () => {
  const bucket = new TokenBucket(100_000, 0);
  let sent = 0;
  for (let nowMs = 0; nowMs <= 10_000; nowMs++) while (bucket.take(1000, nowMs)) sent += 1000;
  expect(sent).toBeLessThan(1_000_000 + 100 * TokenBucket.BURST_MS + 1001);
  expect(sent).toBeGreaterThan(990_000);
});

it('says how long the next chunk has to wait', () => {
  const bucket = new TokenBucket(100_000, 0);
  expect(bucket.take(5000, 0)).toBe(true);
  expect(bucket.waitMs(0)).toBe(50);
  expect(bucket.take(1000, 49)).toBe(false);
  expect(bucket.take(1000, 50)).toBe(true);
});

it('raises the rate only while it holds parts up', () => {
  const estimator = new UploadEstimator(LIMITS, 0);
  for (let nowMs = 250; nowMs <= 1000; nowMs += 250) estimator.update(0, nowMs);
  expect(estimator.bytesPerSecond).toBe(100_000);
  for (let nowMs = 1250; nowMs <= 6000; nowMs += 250) {
    estimator.heldUp(100);
    estimator.update(0, nowMs);
  }
  expect(estimator.bytesPerSecond).toBe(1_000_000);
});

it('doubles the rate until the first congestion, and raises it slowly after that', () => {
  const estimator = new UploadEstimator(LIMITS, 0);
  estimator.heldUp(100);
  estimator.update(0, 250);
  expect(estimator.bytesPerSecond).toBe(200_000);
  estimator.update(50_000, 500);
  expect(estimator.bytesPerSecond).toBe(140_000);
  estimator.heldUp(100);
  estimator.update(0, 750);
  expect(estimator.bytesPerSecond).toBe(175_000);
});

it('lowers the rate where channels stay full, however little they hold', () => {
  const estimator = new UploadEstimator(LIMITS, 0);
  estimator.blocked(100);
  estimator.update(0, 250);
  expect(estimator.bytesPerSecond).toBe(100_000);
  estimator.blocked(130);
  estimator.update(0, 500);
  expect(estimator.bytesPerSecond).toBe(70_000);
});

it('lowers the rate where bytes pile up in the channels, down to its minimum', () => {
  const estimator = new UploadEstimator(LIMITS, 0);
  for (let nowMs = 250; nowMs <= 5000; nowMs += 250) {
    estimator.heldUp(100);
    estimator.update(50_000, nowMs);
  }
  expect(estimator.bytesPerSecond).toBe(20_000);
});
