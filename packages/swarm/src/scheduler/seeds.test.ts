import { expect, it } from 'vitest';
import { isSeed, seedsOf } from './seeds.ts';

const peer = (number: number, uploadKbps = 10_000) => ({ id: `peer-${number}`, uploadKbps });

function countSeeds(peers: readonly ReturnType<typeof peer>[], lane: number): number {
  return peers.filter((self) =>
    isSeed(
      self,
      peers.filter((other) => other !== self),
      { lane, swarmSize: peers.length, seedsPerDoubling: 2 },
    ),
  ).length;
}

it('makes exactly one of a few peers that all know each other the seed of a stripe', () => {
  for (let lane = 0; lane < 20; lane++)
    expect(countSeeds([peer(1), peer(2), peer(3), peer(4), peer(5)], lane)).toBe(1);
});

it('needs one seed for a few viewers, and fewer than the logarithm says in small swarms', () => {
  expect(seedsOf(3, 3)).toBe(1);
  expect(seedsOf(6, 3)).toBe(1);
  expect(seedsOf(12, 3)).toBe(2);
});

it('gives stripes to different seeds', () => {
  const peers = [peer(1), peer(2), peer(3), peer(4)];
  const seeds = peers.map((self) =>
    Array.from({ length: 40 }, (_, lane) => lane).filter((lane) =>
      isSeed(
        self,
        peers.filter((other) => other !== self),
        { lane, swarmSize: 4, seedsPerDoubling: 2 },
      ),
    ),
  );
  for (const lanes of seeds) expect(lanes.length).toBeGreaterThan(2);
});

it('prefers peers that can upload more', () => {
  const peers = [peer(1, 1000), peer(2, 20_000), peer(3, 1000), peer(4, 1000)];
  const strong = Array.from({ length: 100 }, (_, lane) => lane).filter((lane) =>
    isSeed(
      peer(2, 20_000),
      peers.filter(({ id }) => id !== 'peer-2'),
      { lane, swarmSize: 4, seedsPerDoubling: 2 },
    ),
  );
  expect(strong.length).toBeGreaterThan(70);
});

it('prefers a peer that can upload twice as much four times as often as another one', () => {
  const peers = [peer(1, 10_000), peer(2, 20_000)];
  const lanes = Array.from({ length: 2000 }, (_, lane) => lane);
  const strong = lanes.filter((lane) =>
    isSeed(peer(2, 20_000), peers.slice(0, 1), { lane, swarmSize: 2, seedsPerDoubling: 2 }),
  );
  expect(strong.length / lanes.length).toBeCloseTo(0.8, 1);
});

it('lets the number of seeds grow with the logarithm of the swarm', () => {
  expect(seedsOf(1000, 2) - seedsOf(500, 2)).toBeCloseTo(2);
  expect(seedsOf(10_000, 2)).toBeLessThan(25);
  // Each of 4,000 peers knows 16 others.
  const peers = Array.from({ length: 4000 }, (_, index) => peer(index));
  const seeds = peers.filter((self, index) => {
    const others = Array.from({ length: 16 }, (_, step) => peer((index + 1 + step * 241) % 4000));
    return isSeed(self, others, { lane: 3, swarmSize: 4000, seedsPerDoubling: 2 });
  });
  expect(seeds.length).toBeGreaterThan(5);
  expect(seeds.length).toBeLessThan(60);
});
