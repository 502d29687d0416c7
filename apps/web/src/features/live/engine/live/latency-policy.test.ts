import { describe, expect, it } from 'vitest';
import { LatencyPolicy } from './latency-policy.ts';

const DECLARED = 1;
const PART = 1 / 3;

/** Simulates `seconds` of playback that starts at `latency`, on a network that keeps the buffer's end `lag` behind live. */
function play(policy: LatencyPolicy, latency: number, seconds: number, start = 0, lag = PART / 2) {
  const rates: number[] = [];
  let jumps = 0;
  let target = DECLARED;
  for (let now = start; now < start + seconds; now += 0.25) {
    const advice = policy.advise({
      now,
      latency,
      declared: DECLARED,
      partTarget: PART,
      buffered: Math.max(0, latency - lag),
      wantedBuffer: 0,
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

  it('jumps where catching up would take too long, and pauses before it jumps again', () => {
    const policy = new LatencyPolicy();
    const far = { latency: 9, declared: 1, partTarget: PART, buffered: 8.6, wantedBuffer: 0 };
    expect(policy.advise({ now: 0, ...far }).jump).toBe(true);
    expect(policy.advise({ now: 1, ...far }).jump).toBe(false);
    expect(policy.advise({ now: 11, ...far }).jump).toBe(true);
  });

  it('keeps half a second more than a network needs, without a jump or a stall', () => {
    const policy = new LatencyPolicy();
    const { target, latency, rates } = play(policy, 1, 30, 0, 0.8);
    expect(target).toBeCloseTo(0.8 + 1.5 * PART);
    expect(latency).toBeGreaterThan(target - 0.2);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.94);
  });

  it('takes the time in which the buffer reaches live after the start for no need of the network', () => {
    const policy = new LatencyPolicy();
    for (const [now, lag] of [2.4, 1.8, 1.2, 0.7, 0.4].entries())
      policy.advise({
        now,
        latency: 2.5,
        declared: DECLARED,
        partTarget: PART,
        buffered: 2.5 - lag,
        wantedBuffer: 0,
      });
    expect(play(policy, 2.5, 60, 5).latency).toBeLessThan(1.05);
  });

  it('keeps the distance that a stall has cost, up to a limit, and gives it back without a jump after a calm minute', () => {
    const policy = new LatencyPolicy();
    play(policy, 1, 10);
    policy.onStall();
    const after = play(policy, 4, 20, 15);
    expect(after.target).toBeCloseTo(4 + 1.5 * PART);
    expect(Math.max(...after.rates)).toBeLessThanOrEqual(1);
    policy.onStall();
    expect(play(policy, 30, 0.25, 40).target).toBe(DECLARED + 4);
    const calm = play(policy, 5, 240, 41);
    expect(calm.jumps).toBe(0);
    expect(calm.target).toBe(DECLARED);
    expect(calm.latency).toBeLessThan(1.05);
  });

  it('gives nothing back while the network needs it from time to time', () => {
    const policy = new LatencyPolicy();
    play(policy, 1, 10);
    for (let now = 10; now < 300; now += 0.25) {
      const buffered = now % 12 < 1 ? 0.2 : 3;
      const sample = { now, latency: 4, declared: DECLARED, partTarget: PART, buffered, wantedBuffer: 0 };
      const { target } = policy.advise(sample);
      if (now > 12) expect(target).toBeCloseTo(3.8 + 1.5 * PART);
    }
  });

  it('goes further from live, slowly, for a buffer that the choice of quality asks for', () => {
    const policy = new LatencyPolicy();
    const sample = { now: 0, latency: 1, declared: DECLARED, partTarget: PART, buffered: 0.7 };
    const { target, rate, jump } = policy.advise({ ...sample, wantedBuffer: 4 });
    expect(target).toBeCloseTo(4 + PART);
    expect(rate).toBe(0.94);
    expect(jump).toBe(false);
  });
});
