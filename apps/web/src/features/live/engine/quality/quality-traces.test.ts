import { describe, expect, it } from 'vitest';
import { chooserPolicy, hlsDefaultPolicy } from '../../../../../test/support/quality-policies.ts';
import {
  PART_SECONDS,
  type QualityPolicy,
  simulate,
  type Trace,
} from '../../../../../test/support/quality-simulation.ts';

const MBPS = 1_000_000;
const RENDITIONS = [
  { height: 240, averageBps: 0.5 * MBPS },
  { height: 480, averageBps: 1.4 * MBPS },
  { height: 720, averageBps: 3 * MBPS },
  { height: 1080, averageBps: 6 * MBPS },
];

const FALLS_AT = 20;
const traces: Record<string, { trace: Trace; roundTripSeconds?: number }> = {
  'a steady link with room': { trace: () => 10 * MBPS },
  'a steady link that is too slow for the source': { trace: () => 4 * MBPS },
  'a link that falls to a third for a while': { trace: (s) => (s < FALLS_AT || s > 60 ? 9 : 3) * MBPS },
  'a train in a tunnel': {
    trace: (s) => (s > 30 && s < 36 ? 0.02 : s > 26 && s < 40 ? 1.2 : 8) * MBPS,
  },
  '3G': {
    trace: (s) => (1.1 + 0.6 * Math.sin(s / 3) + 0.25 * Math.sin(s * 2.1)) * MBPS,
    roundTripSeconds: 0.15,
  },
};

function play(name: string, policy: QualityPolicy, coldSeconds: number, followsLive = true) {
  const options = traces[name] ?? expect.fail();
  return simulate({ ...options, renditions: RENDITIONS, seconds: 90, policy, coldSeconds, followsLive });
}

/** Closer to live, the first fall of a bandwidth may cost this much more; what it costs is kept as distance after that. */
const HICCUP_SECONDS = 0.3;

describe.each(Object.keys(traces))('on %s', (name) => {
  it.each([
    ['are ready', 0],
    ['begin when they are requested', 2.5],
  ])('plays at least as well as hls.js with its defaults, where renditions %s', (_, coldSeconds) => {
    const own = play(name, chooserPolicy(), coldSeconds);
    const peer = play(name, hlsDefaultPolicy(), coldSeconds, false);
    expect(own.stalledSeconds).toBeLessThanOrEqual(peer.stalledSeconds + HICCUP_SECONDS);
    expect(own.meanBps).toBeGreaterThan(peer.meanBps * 0.95);
    expect(own.meanLatencySeconds).toBeLessThan(peer.meanLatencySeconds + 0.5);
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
    peer += simulate({ ...options, policy: hlsDefaultPolicy(), followsLive: false }).stalledSeconds;
  }
  expect(own).toBeLessThan(peer);
});

it('stays with the source where there is room for it', () => {
  expect(play('a steady link with room', chooserPolicy(), 0).switches).toEqual([]);
});

it('steps down before two parts have arrived after a fall to a third, without a stall', () => {
  const { switches, stalls } = play('a link that falls to a third for a while', chooserPolicy(), 2.5);
  const first = switches.find(({ at }) => at >= FALLS_AT) ?? expect.fail();
  const partSeconds = (PART_SECONDS * 6) / 3;
  expect(first.at - FALLS_AT).toBeLessThan(2 * partSeconds);
  expect(stalls).toBe(0);
});

it('returns to the source once the link has recovered', () => {
  const { switches } = play('a link that falls to a third for a while', chooserPolicy(), 2.5);
  expect(switches.at(-1)?.to).toBe(RENDITIONS.length - 1);
});

it('does not swing between two renditions on a steady link', () => {
  for (let mbps = 0.7; mbps < 9; mbps += 0.23) {
    const trace = () => mbps * MBPS;
    const { switches } = simulate({ trace, renditions: RENDITIONS, seconds: 90, policy: chooserPolicy() });
    expect(switches.filter(({ at }) => at > 20).length).toBeLessThanOrEqual(2);
  }
});
