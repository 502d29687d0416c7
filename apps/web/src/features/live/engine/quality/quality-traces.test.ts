import { describe, expect, it } from 'vitest';
import { chooserPolicy, hlsDefaultPolicy } from '../../../../../test/support/quality-policies.ts';
import {
  type QualityPolicy,
  type SimulationResult,
  simulate,
} from '../../../../../test/support/quality-simulation.ts';
import type { Trace } from '../../../../../test/support/simulated-link.ts';
import { PART_SECONDS } from '../../../../../test/support/simulated-track.ts';

const MBPS = 1_000_000;
const RENDITIONS = [
  { height: 240, averageBps: 0.5 * MBPS },
  { height: 480, averageBps: 1.4 * MBPS },
  { height: 720, averageBps: 3 * MBPS },
  { height: 1080, averageBps: 6 * MBPS },
];

const FALLS_AT = 20;
/** A moment without a network may cost this much of playback close to live, which has no second in its buffer. */
const TOLERATED_SECONDS = 0.1;
const OUTAGE_AT = 20;
const OUTAGE_SECONDS = 0.6;
/** The first four but one are those of `bench abr`. */
const traces: Record<string, { trace: Trace; roundTripSeconds?: number }> = {
  'a steady link that is too slow for the source': { trace: () => 4.5 * MBPS },
  'a link that falls to a third for a while': { trace: (s) => (s < FALLS_AT || s > 60 ? 9 : 3) * MBPS },
  'a train in a tunnel': {
    trace: (s) => (s > 28 && s < 33 ? 0.02 : s > 25 && s < 38 ? 1.2 : 8) * MBPS,
    roundTripSeconds: 0.04,
  },
  '3G': {
    trace: (s) => (1.4 + 0.5 * Math.sin(s / 4) + 0.2 * Math.sin(s * 2.1)) * MBPS,
    roundTripSeconds: 0.12,
  },
  'a steady link that stands still for a moment': {
    trace: (s) => (s > OUTAGE_AT && s < OUTAGE_AT + OUTAGE_SECONDS ? 0 : 4.5 * MBPS),
  },
  'a steady link with room': { trace: () => 12 * MBPS },
};

/** The viewer opens the stream at different moments of a segment. */
const JOINED_AT = [0, 0.35, 0.7, 1.05, 1.4, 1.75];

function play(name: string, policy: () => QualityPolicy, coldSeconds: number, options: object = {}) {
  const link = { roundTripSeconds: 0.02, ...(traces[name] ?? expect.fail()) };
  return JOINED_AT.map((joinedAt) =>
    simulate({
      ...link,
      renditions: RENDITIONS,
      seconds: 90,
      policy: policy(),
      coldSeconds,
      joinedAt,
      ...options,
    }),
  );
}

/**
 * hls.js begins with what an estimate of 5 Mbps allows where the source has more (`abrEwmaDefaultEstimateMax`), and plays
 * on from where it stalled.
 */
const HLS_DEFAULTS = { start: 2, followsLive: false };

const meanOf = (results: readonly SimulationResult[], figureOf: (result: SimulationResult) => number) =>
  results.reduce((sum, result) => sum + figureOf(result), 0) / results.length;

describe.each(Object.keys(traces))('on %s', (name) => {
  it.each([
    ['are ready', 0],
    ['begin when they are requested', 2.5],
  ])('plays at least as well as hls.js with its defaults, where renditions %s', (_, coldSeconds) => {
    const own = play(name, chooserPolicy, coldSeconds);
    const peer = play(name, hlsDefaultPolicy, coldSeconds, HLS_DEFAULTS);
    const compare = (figureOf: (result: SimulationResult) => number) =>
      [meanOf(own, figureOf), meanOf(peer, figureOf)] as const;
    const [stalled, peerStalled] = compare((result) => result.stalledSeconds);
    expect(stalled).toBeLessThanOrEqual(peerStalled + TOLERATED_SECONDS);
    const [bps, peerBps] = compare((result) => result.meanBps);
    expect(bps).toBeGreaterThanOrEqual(peerBps);
    const [latency, peerLatency] = compare((result) => result.meanLatencySeconds);
    // If hls.js begins with a rendition that is ready, it stays only as far from live as that start has cost.
    expect(latency).toBeLessThan(Math.max(peerLatency + 0.5, 4.5));
    const [start, peerStart] = compare((result) => result.startSeconds);
    // It begins with the source, and hls.js with a smaller rendition.
    expect(start).toBeLessThan(peerStart + 1.5);
  });
});

it('stalls less than hls.js with its defaults on networks that change at random', () => {
  let [own, peer] = [0, 0];
  for (let seed = 1; seed <= 30; seed += 1) {
    // A new bandwidth every three seconds, from 0.6 to 12 Mbit/s, by a linear congruential generator.
    let state = seed;
    const steps = Array.from({ length: 30 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return 0.6 * 20 ** (state / 2 ** 31) * MBPS;
    });
    const options = {
      trace: (s: number) => steps[Math.floor(s / 3)] ?? MBPS,
      renditions: RENDITIONS,
      seconds: 90,
    };
    own += simulate({ ...options, policy: chooserPolicy() }).stalledSeconds;
    peer += simulate({ ...options, ...HLS_DEFAULTS, policy: hlsDefaultPolicy() }).stalledSeconds;
  }
  expect(own).toBeLessThan(peer);
});

it('stays with the source a second behind live where there is room for it', () => {
  for (const { switches, stalls, meanLatencySeconds } of play('a steady link with room', chooserPolicy, 0)) {
    expect(switches).toEqual([]);
    expect(stalls).toBe(0);
    expect(meanLatencySeconds).toBeLessThan(1.2);
  }
});

it('steps down before two parts have arrived after a fall to a third, with next to no stall', () => {
  for (const { switches, stalledSeconds } of play(
    'a link that falls to a third for a while',
    chooserPolicy,
    2.5,
  )) {
    const first = switches.find(({ at }) => at >= FALLS_AT) ?? expect.fail();
    const partSeconds = (PART_SECONDS * 6) / 3;
    expect(first.at - FALLS_AT).toBeLessThan(2 * partSeconds);
    expect(stalledSeconds).toBeLessThan(TOLERATED_SECONDS);
  }
});

it('returns to the source once the link has recovered', () => {
  for (const { switches } of play('a link that falls to a third for a while', chooserPolicy, 2.5))
    expect(switches.at(-1)?.to).toBe(RENDITIONS.length - 1);
});

it('returns to the best rendition within five seconds after the network stood still for a moment', () => {
  for (const { switches } of play('a steady link that stands still for a moment', chooserPolicy, 2.5)) {
    const last = switches.at(-1) ?? expect.fail();
    expect(RENDITIONS[last.to]?.height).toBe(720);
    expect(last.at).toBeLessThan(OUTAGE_AT + OUTAGE_SECONDS + 5);
  }
});

it('keeps a rendition on a steady link, or plays it for a while at least where only the buffer has room for it', () => {
  for (let mbps = 0.8; mbps < 9; mbps += 0.23) {
    const trace = () => mbps * MBPS;
    const { switches } = simulate({ trace, renditions: RENDITIONS, seconds: 90, policy: chooserPolicy() });
    const later = switches.filter(({ at }) => at > 20);
    expect(later.length, `at ${mbps} Mbps: ${JSON.stringify(later)}`).toBeLessThanOrEqual(8);
  }
});
