import { describe, expect, it } from 'vitest';
import { LatencyPolicy } from './latency-policy.ts';

const DECLARED = 1;
const PART = 1 / 3;

/** Simulates `seconds` of playback that starts at `latency` and never runs out of data. */
function play(policy: LatencyPolicy, latency: number, seconds: number, start = 0) {
  const rates: number[] = [];
  let jumps = 0;
  let target = DECLARED;
  for (let now = start; now < start + seconds; now += 0.25) {
    // Everything published and not yet played is buffered, except for the part being produced.
    const advice = policy.advise({
      now,
      latency,
      declared: DECLARED,
      partTarget: PART,
      buffered: latency - PART / 2,
    });
    if (advice.jump) {
      jumps += 1;
      latency = advice.target;
    }
    target = advice.target;
    rates.push(advice.rate);
    latency -= (advice.rate - 1) * 0.25;
  }
  return { latency, rates, jumps, target };
}

describe('LatencyPolicy', () => {
  it('changes nothing while playback is at its target', () => {
    const { rates, jumps } = play(new LatencyPolicy(), 1.02, 60);
    expect(new Set(rates)).toEqual(new Set([1]));
    expect(jumps).toBe(0);
  });

  it('makes up for the little that playback starts behind its target, and leaves later drifts of that size', () => {
    const policy = new LatencyPolicy();
    expect(play(policy, 1.13, 10).latency).toBeLessThan(1.04);
    const drifted = play(policy, 1.13, 10, 10);
    expect(new Set(drifted.rates)).toEqual(new Set([1]));
  });

  it('makes up for the little that live goes on during a jump', () => {
    const policy = new LatencyPolicy();
    expect(play(policy, 9, 0.25).jumps).toBe(1);
    expect(play(policy, 1.13, 10, 1).latency).toBeLessThan(1.04);
  });

  it('catches up at a slightly higher rate, then plays at normal speed', () => {
    const { latency, rates, jumps } = play(new LatencyPolicy(), 3, 90);
    expect(jumps).toBe(0);
    expect(latency).toBeLessThan(1.04);
    expect(latency).toBeGreaterThan(0.95);
    expect(Math.max(...rates)).toBeLessThanOrEqual(1.08);
    expect(rates.at(-1)).toBe(1);
  });

  it('lowers the rate step by step while it catches up, without oscillating', () => {
    const { rates } = play(new LatencyPolicy(), 2, 90);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
  });

  it('slows down a little where playback is too close to live', () => {
    const { latency, rates } = play(new LatencyPolicy(), 0.5, 60);
    expect(Math.min(...rates)).toBe(0.96);
    expect(latency).toBeGreaterThan(0.9);
    expect(latency).toBeLessThan(1.05);
  });

  it('does not speed up while only a part is buffered', () => {
    const { rate } = new LatencyPolicy().advise({
      now: 0,
      latency: 3,
      declared: 1,
      partTarget: PART,
      buffered: 0.2,
    });
    expect(rate).toBe(1);
  });

  it('jumps where catching up would take too long, and pauses before it jumps again', () => {
    const policy = new LatencyPolicy();
    const far = { latency: 9, declared: 1, partTarget: PART, buffered: 8 };
    expect(policy.advise({ now: 0, ...far }).jump).toBe(true);
    expect(policy.advise({ now: 1, ...far }).jump).toBe(false);
    expect(policy.advise({ now: 11, ...far }).jump).toBe(true);
  });

  it('keeps more distance after stalls, up to a limit, and gives it back after calm periods', () => {
    const policy = new LatencyPolicy();
    for (let i = 0; i < 30; i++) policy.onStall(i * 3, PART);
    const shaken = play(policy, 6, 1, 90);
    expect(shaken.target).toBeCloseTo(6);
    const calm = play(policy, 6, 300, 91);
    expect(calm.target).toBe(DECLARED);
    expect(calm.latency).toBeLessThan(1.05);
  });

  it('keeps the distance that a stall has cost instead of skipping what was missed', () => {
    const policy = new LatencyPolicy();
    policy.onStall(10, PART);
    const { target, jumps, rates } = play(policy, 5.5, 1, 15);
    expect(target).toBeCloseTo(5.5);
    expect(jumps).toBe(0);
    expect(new Set(rates)).toEqual(new Set([1]));
  });

  it('gives nothing back while the network takes almost all that is buffered from time to time', () => {
    const policy = new LatencyPolicy();
    policy.onStall(0, PART);
    for (let now = 0; now < 300; now += 0.25) {
      const buffered = now % 12 < 1 ? 0.2 : 3;
      const { target } = policy.advise({ now, latency: 4, declared: DECLARED, partTarget: PART, buffered });
      expect(target).toBe(4);
    }
  });
});
