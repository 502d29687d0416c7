import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BandwidthEstimator, type Transfer } from './bandwidth-estimator.ts';

const PART_MS = 333;

/** Parts of `partBytes` on a link of `bps`, one every 333 ms, from `fromMs` on. */
function parts(bps: number, partBytes: number, count: number, fromMs = 0): Transfer[] {
  return Array.from({ length: count }, (_, i) => {
    const startMs = fromMs + i * PART_MS;
    return { startMs, endMs: startMs + (partBytes * 8_000) / bps, bytes: partBytes };
  });
}

function estimatorOf(transfers: readonly Transfer[], prior: number | null = null): BandwidthEstimator {
  const estimator = new BandwidthEstimator(prior);
  for (const transfer of transfers) estimator.add(transfer);
  return estimator;
}

it('knows nothing before the first download, and then takes what was known before', () => {
  expect(new BandwidthEstimator(null).estimate(0)).toBeNull();
  expect(new BandwidthEstimator(3_000_000).estimate(0)).toBe(3_000_000);
});

it('measures the bandwidth of a link, however little of it the stream uses', () => {
  const link = fc.integer({ min: 1_000_000, max: 50_000_000 });
  const share = fc.double({ min: 0.2, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(link, share, (bps, used) => {
      const estimator = estimatorOf(parts(bps, (bps * used * PART_MS) / 8_000, 30));
      const estimate = estimator.estimate(30 * PART_MS) ?? expect.fail();
      expect(estimate / bps).toBeGreaterThan(0.9);
      expect(estimate / bps).toBeLessThan(1.1);
    }),
  );
});

it('counts downloads at the same time together, whatever share each of them got', () => {
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(share, (video) => {
      const both = parts(4_000_000, 100_000, 20).flatMap(({ startMs, endMs, bytes }) => [
        { startMs, endMs, bytes: bytes * video },
        { startMs, endMs, bytes: bytes * (1 - video) },
      ]);
      expect(estimatorOf(both).estimate(20 * PART_MS)).toBeCloseTo(4_000_000, -2);
    }),
  );
});

it('notices within two parts that the bandwidth has fallen to a third', () => {
  const before = parts(6_000_000, 150_000, 20);
  const estimator = estimatorOf(before);
  const from = 20 * PART_MS;
  for (const part of parts(2_000_000, 150_000, 2, from)) estimator.add(part);
  expect(estimator.estimate(from + 1_000) ?? 0).toBeLessThan(3_500_000);
});

it('falls while a download stands still', () => {
  const estimator = estimatorOf(parts(6_000_000, 150_000, 20));
  const startMs = 20 * PART_MS;
  const stuck = (nowMs: number) => [{ startMs, endMs: nowMs, bytes: 1_000 }];
  const after1s = estimator.estimate(startMs + 1_000, stuck(startMs + 1_000)) ?? expect.fail();
  const after2s = estimator.estimate(startMs + 2_000, stuck(startMs + 2_000)) ?? expect.fail();
  expect(after1s).toBeLessThan(3_000_000);
  expect(after2s).toBeLessThan(50_000);
});

it('takes a network that stood still for a moment for as good as before, once that is over', () => {
  const estimator = estimatorOf(parts(4_500_000, 60_000, 15));
  const from = 15 * PART_MS;
  estimator.add({ startMs: from, endMs: from + 700, bytes: 60_000 });
  expect(estimator.estimate(from + 700) ?? 0).toBeLessThan(2_500_000);
  for (const part of parts(4_500_000, 60_000, 6, from + 700)) estimator.add(part);
  expect(estimator.estimate(from + 700 + 6 * PART_MS) ?? 0).toBeGreaterThan(4_300_000);
});

it('believes a rise only once it has lasted', () => {
  const estimator = estimatorOf(parts(1_000_000, 30_000, 30));
  const from = 30 * PART_MS;
  const faster = parts(6_000_000, 30_000, 30, from);
  for (const part of faster.slice(0, 3)) estimator.add(part);
  expect(estimator.estimate(from + 1_000) ?? 0).toBeLessThan(1_500_000);
  for (const part of faster.slice(3)) estimator.add(part);
  expect(estimator.estimate(from + 10_000) ?? 0).toBeGreaterThan(5_000_000);
});

it('keeps the last estimate while nothing is downloaded', () => {
  const estimator = estimatorOf(parts(2_000_000, 60_000, 10));
  const estimate = estimator.estimate(3_400);
  expect(estimator.estimate(600_000)).toBe(estimate);
});

it('never takes a body that arrived at once for more than 100 Mbps', () => {
  const estimator = estimatorOf([{ startMs: 0, endMs: 0, bytes: 500_000 }]);
  expect(estimator.estimate(10)).toBe(100_000_000);
});
