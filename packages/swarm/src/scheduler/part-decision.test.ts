import { expect, it } from 'vitest';
import { decide, type PartSituation } from './part-decision.ts';

const SITUATION: PartSituation = {
  nowMs: 1000,
  deadlineMs: 2000,
  learnedAtMs: 1000,
  originNeedMs: 300,
  peerWaitMs: 5000,
  isSeed: false,
  hasNeighbours: true,
  expectedMs: 400,
  lastChunkMs: null,
  requestedAtMs: null,
  requestNeedMs: () => 100,
};

it('waits for the parent while the part is not late', () => {
  expect(decide({ ...SITUATION, nowMs: 1399 })).toBe('wait');
});

it('requests a part from a neighbour once it is later than usual', () => {
  expect(decide({ ...SITUATION, nowMs: 1400 })).toBe('request');
});

it('requests a part while the answer of a neighbour is still in time, however late the parent usually is', () => {
  expect(decide({ ...SITUATION, expectedMs: 5000, nowMs: 1524 })).toBe('wait');
  expect(decide({ ...SITUATION, expectedMs: 5000, nowMs: 1525 })).toBe('request');
});

it('looks for no neighbour while a part is neither late nor urgent', () => {
  const requestNeedMs = () => expect.fail('A neighbour was looked for.');
  for (let nowMs = 1000; nowMs < 1400; nowMs += 50)
    expect(decide({ ...SITUATION, deadlineMs: 3000, nowMs, requestNeedMs })).toBe('wait');
});

it('waits where no neighbour has the part', () => {
  expect(decide({ ...SITUATION, nowMs: 1500, requestNeedMs: () => null })).toBe('wait');
});

it('does not request what arrives, and requests what has stopped arriving', () => {
  expect(decide({ ...SITUATION, nowMs: 1500, lastChunkMs: 1251 })).toBe('wait');
  expect(decide({ ...SITUATION, nowMs: 1501, lastChunkMs: 1251 })).toBe('request');
});

it.each([
  ['a parent that has not sent anything', {}],
  ['chunks that arrive at this moment', { lastChunkMs: 1700 }],
  ['a request that was just made', { requestedAtMs: 1690 }],
])('hands over to the origin at the last moment that is in time, despite %s', (_, part) => {
  expect(decide({ ...SITUATION, ...part, nowMs: 1699.9 })).not.toBe('origin');
  expect(decide({ ...SITUATION, ...part, nowMs: 1700 })).toBe('origin');
});

it('gives peers a bounded time, even if playback needs the part later', () => {
  const part = { ...SITUATION, deadlineMs: Number.POSITIVE_INFINITY, peerWaitMs: 350 };
  expect(decide({ ...part, nowMs: 1349 })).not.toBe('origin');
  expect(decide({ ...part, nowMs: 1350 })).toBe('origin');
});

it('hands over earlier where the origin is slower', () => {
  expect(decide({ ...SITUATION, nowMs: 1200, originNeedMs: 800 })).toBe('origin');
});

it('loads from the origin at once where there are no neighbours, and as a seed', () => {
  expect(decide({ ...SITUATION, hasNeighbours: false })).toBe('origin');
  expect(decide({ ...SITUATION, isSeed: true })).toBe('origin');
});
