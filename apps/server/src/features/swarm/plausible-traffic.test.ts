import { expect, it } from 'vitest';
import { plausibleTraffic } from './plausible-traffic.ts';

it('keeps what a peer can have received and given since its last report', () => {
  const traffic = { fromPeers: 20_000_000, fromOrigin: 5_000_000, given: 30_000_000 };
  expect(plausibleTraffic(traffic, 30_000, 8_000)).toEqual(traffic);
});

it('cuts what is beyond it, with the same share from peers', () => {
  const { fromPeers, fromOrigin, given } = plausibleTraffic(
    { fromPeers: 3e11, fromOrigin: 1e11, given: 9e11 },
    30_000,
    8_000,
  );
  expect(fromPeers + fromOrigin).toBeLessThan(80_000_000);
  expect(fromPeers / (fromPeers + fromOrigin)).toBeCloseTo(0.75);
  expect(given).toBeLessThan(200_000_000);
});

it('does not believe that a peer was away for hours and received all the while', () => {
  const hours = plausibleTraffic({ fromPeers: 1e12, fromOrigin: 0, given: 0 }, 3_600_000, 8_000);
  const minutes = plausibleTraffic({ fromPeers: 1e12, fromOrigin: 0, given: 0 }, 120_000, 8_000);
  expect(hours).toEqual(minutes);
});
