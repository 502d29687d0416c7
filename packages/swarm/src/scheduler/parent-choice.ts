/** Chooses the neighbour from which a stripe is received. */
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Lane } from './lane.ts';

/** Longer chains are too late at the delays that live playback has. */
export const MAX_HOPS = 12;
/** A neighbour of the same network is preferred even where it is this much slower. */
const SAME_NETWORK_MS = 40;
/** Peers that have been there for a minute are likelier to stay. */
const AGE_MS = 30;
const FULL_AGE_MS = 60_000;
const HOP_MS = 25;
/** A neighbour that has broken a subscription, and has not delivered since. */
const UNRELIABLE_MS = 500;

export interface ParentWish {
  readonly lane: Lane;
  readonly nowMs: number;
  readonly network: number;
  /** The size of a part: a slow line passes it on late. */
  readonly partKbit: number;
  /** Descendants on the lane have more hops than this one, so that a parent among them would close a circle. */
  readonly maxHops: number;
  /** A neighbour that has not delivered anything yet is tried on one lane at a time. */
  readonly mayTry: (neighbour: Neighbour) => boolean;
}

/** The expected lag behind a neighbour, with what speaks for it subtracted. */
export function parentScore(neighbour: Neighbour, { lane, nowMs, network, partKbit }: ParentWish): number {
  const isSameNetwork = network !== 0 && neighbour.hello?.network === network;
  const age = Math.min(1, (nowMs - neighbour.connectedAtMs) / FULL_AGE_MS);
  return (
    neighbour.lagMsOf(lane.rendition, lane.stripe) +
    neighbour.roundTripMs / 2 +
    (1000 * partKbit) / Math.max(1, neighbour.status?.uploadKbps ?? 1) +
    (neighbour.conduct.isReliable ? 0 : UNRELIABLE_MS) +
    HOP_MS * neighbour.hopsOf(lane.rendition, lane.stripe) -
    (isSameNetwork ? SAME_NETWORK_MS : 0) -
    AGE_MS * age
  );
}

export function bestParent(neighbours: Iterable<Neighbour>, wish: ParentWish): Neighbour | null {
  let best: Neighbour | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const neighbour of neighbours) {
    if (!isPossible(neighbour, wish)) continue;
    const score = parentScore(neighbour, wish);
    if (score >= bestScore) continue;
    best = neighbour;
    bestScore = score;
  }
  return best;
}

function isPossible(neighbour: Neighbour, { lane, nowMs, maxHops, mayTry }: ParentWish): boolean {
  return (
    neighbour !== lane.parent &&
    neighbour.status !== null &&
    mayTry(neighbour) &&
    neighbour.spareOf(lane.rendition, lane.stripe) > 0 &&
    !neighbour.children.has(lane.number) &&
    neighbour.hopsOf(lane.rendition, lane.stripe) <= Math.min(maxHops, MAX_HOPS) &&
    (neighbour.retryAtMs.get(lane.number) ?? 0) <= nowMs
  );
}
