/** Chooses the peers that a peer is told of. */
import type { PeerId, SwarmCandidate } from '@tributary/contracts/swarm';
import type { Member } from './members.ts';
import type { RemotePeer } from './remote-swarms.ts';
import { sampleOf } from './sample.ts';

/**
 * The most peers that one peer is told of in a while: each of them may answer an offer with its address. A peer that
 * looks for a dozen neighbours in a swarm with much churn stays below it.
 */
const MAX_NAMED = 96;
const NAMED_WINDOW_MS = 10 * 60_000;

/**
 * Names peers that the member has not been told of first, and among these those of its own network for at most half of
 * the places, so that the members of a large network do not keep to themselves.
 */
export function chooseCandidates(
  member: Member,
  others: Iterable<RemotePeer>,
  count: number,
  { nowMs, random = Math.random }: { readonly nowMs: number; readonly random?: () => number },
): SwarmCandidate[] {
  const { named, networkTag } = member;
  if (nowMs - member.namedSinceMs >= NAMED_WINDOW_MS) {
    named.clear();
    member.namedSinceMs = nowMs;
  }
  const near: PeerId[] = [];
  const far: PeerId[] = [];
  const known: SwarmCandidate[] = [];
  for (const { peer, networkTag: tag } of others) {
    const isNear = tag === networkTag;
    if (peer === member.peer) continue;
    if (named.has(peer)) known.push({ peer, isNear });
    else (isNear ? near : far).push(peer);
  }
  const room = Math.min(count, Math.max(0, MAX_NAMED - named.size));
  const half = Math.ceil(room / 2);
  const nearOnes = sampleOf(near, Math.max(half, room - far.length), random);
  const farOnes = sampleOf(far, room - nearOnes.length, random);
  for (const peer of [...nearOnes, ...farOnes]) named.add(peer);
  return [
    ...nearOnes.map((peer) => ({ peer, isNear: true })),
    ...farOnes.map((peer) => ({ peer, isNear: false })),
    ...sampleOf(known, count - nearOnes.length - farOnes.length, random),
  ];
}
