import { type PeerId, peerId } from '@tributary/contracts/swarm';
import { expect, it } from 'vitest';
import { chooseCandidates } from './candidates.ts';
import type { Member } from './members.ts';

const idOf = (index: number): PeerId => peerId.parse(`p${String(index).padStart(21, '0')}`);
const peersOf = (count: number, networkTag: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ peer: idOf(from + index), networkTag }));
const self = (): Member =>
  ({ peer: idOf(9999), networkTag: 7, named: new Set(), namedSinceMs: 0 }) as unknown as Member;

it('names peers of the same network first, and for at most half of the places where there are others', () => {
  const others = [...peersOf(20, 1), ...peersOf(20, 7, 100)];
  const chosen = chooseCandidates(self(), others, 12, { nowMs: 0 });
  expect(chosen).toHaveLength(12);
  expect(chosen.slice(0, 6).every(({ isNear }) => isNear)).toBe(true);
  expect(chosen.filter(({ isNear }) => isNear)).toHaveLength(6);
});

it('fills all places from one network where there is no other', () => {
  expect(chooseCandidates(self(), peersOf(20, 7), 12, { nowMs: 0 })).toHaveLength(12);
});

it('names new peers before those that were named, and never the peer itself', () => {
  const member = self();
  const others = [...peersOf(10, 1), { peer: member.peer, networkTag: 7 }];
  const first = chooseCandidates(member, others, 6, { nowMs: 0 }).map(({ peer }) => peer);
  const second = chooseCandidates(member, others, 6, { nowMs: 0 }).map(({ peer }) => peer);
  expect(second.slice(0, 4).filter((peer) => first.includes(peer))).toEqual([]);
  expect(new Set([...first, ...second]).size).toBe(10);
  expect([...first, ...second]).not.toContain(member.peer);
});

it('begins to name further peers after ten minutes', () => {
  const member = self();
  const chosen = new Set<PeerId>();
  const ask = (nowMs: number) => {
    for (const { peer } of chooseCandidates(member, peersOf(500, 1), 24, { nowMs })) chosen.add(peer);
  };
  for (let round = 0; round < 20; round++) ask(0);
  expect(chosen.size).toBe(96);
  ask(10 * 60_000);
  expect(chosen.size).toBeGreaterThan(96);
});
