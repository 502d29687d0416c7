/**
 * Decides whether a peer brings a stripe into the swarm by loading its parts from the origin. Each peer decides alone, from
 * what it and its neighbours can upload: by rendezvous hashing, neighbours agree on their order without a word.
 */

export interface SeedCandidate {
  readonly id: string;
  readonly uploadKbps: number;
}

export interface Seeding {
  readonly lane: number;
  /** The number of peers in the swarm, as the instance counts them. */
  readonly swarmSize: number;
  readonly seedsPerDoubling: number;
}

/** A few viewers need one seed: each further one would cost a noticeable share of what they save. */
const PEERS_PER_SEED = 6;

/** The number of peers that load a stripe from the origin: it grows with the logarithm of the swarm. */
export function seedsOf(swarmSize: number, seedsPerDoubling: number): number {
  return Math.max(1, Math.min(swarmSize / PEERS_PER_SEED, seedsPerDoubling * Math.log2(swarmSize / 4)));
}

export function isSeed(self: SeedCandidate, neighbours: readonly SeedCandidate[], seeding: Seeding): boolean {
  const { lane, swarmSize, seedsPerDoubling } = seeding;
  const seen = neighbours.length + 1;
  // The share of the swarm's seeds that falls to these neighbours.
  const expected = (seedsOf(swarmSize, seedsPerDoubling) * seen) / Math.max(swarmSize, seen);
  const own = priority(self, lane);
  const before = neighbours.filter((neighbour) => priority(neighbour, lane) < own).length;
  if (before < Math.floor(expected)) return true;
  // Below one, the first of the neighbours is a seed in as many neighbourhoods as the share says.
  return before === Math.floor(expected) && hashOf(self.id, lane, 1) < expected - Math.floor(expected);
}

/**
 * The smallest comes first. Twice the upload is first four times as often: a seed with a slow line delays the stripe for
 * all peers behind it, and there are few seeds.
 */
function priority({ id, uploadKbps }: SeedCandidate, lane: number): number {
  return -Math.log(hashOf(id, lane, 0)) / Math.max(1, uploadKbps) ** 2;
}

/** @returns a number above 0 and below 1 */
function hashOf(id: string, lane: number, salt: number): number {
  let hash = 0x811c9dc5 ^ (lane * 2 + salt + 1);
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 + 2 ** -33;
}
