/** The simulation against what `npm run bench -- edges` has measured (docs/operating.md). */
import { expect, it } from 'vitest';
import { simulateOrigin } from './edge-simulation.ts';

/** One stream of 2.9 Mbps in parts of a third of a second; viewers follow its video. */
const STREAM = { partsPerSecond: 3, mediaBytesPerSecond: 2.9e6 / 8 };
/** The load generators and the edges shared two busy cores. */
const BUSY = { ...STREAM, meanLatenessSeconds: 0.2 };

it('agrees with the bytes that four viewers without an edge took', () => {
  const { bytesPerSecond } = simulateOrigin({ ...STREAM, edges: 0, viewers: 4, meanLatenessSeconds: 0 });
  expect(bytesPerSecond / 1e6).toBeGreaterThan(1.46 * 0.9);
  expect(bytesPerSecond / 1e6).toBeLessThan(1.46 * 1.1);
});

it('agrees with the requests and bytes of a thousand viewers behind two edges', () => {
  const direct = simulateOrigin({ ...STREAM, edges: 0, viewers: 4, meanLatenessSeconds: 0 });
  const behind = simulateOrigin({ ...BUSY, edges: 2, viewers: 1000 });
  // Two runs measured 0.94 and 1.33 times the requests of four viewers.
  const ratio = behind.requestsPerSecond / direct.requestsPerSecond;
  expect(ratio).toBeGreaterThan(0.94 * 0.9);
  expect(ratio).toBeLessThan(1.33 * 1.1);
  expect(behind.bytesPerSecond / 1e6).toBeGreaterThan(0.89 * 0.8);
  expect(behind.bytesPerSecond / 1e6).toBeLessThan(0.89 * 1.2);
});

it('costs the origin the same for any number of viewers of an edge, apart from late ones', () => {
  const cost = (viewers: number) =>
    simulateOrigin({ ...STREAM, edges: 2, viewers, meanLatenessSeconds: 0.05 });
  expect(cost(4_000).bytesPerSecond).toBeCloseTo(cost(1_000).bytesPerSecond, -4);
});
