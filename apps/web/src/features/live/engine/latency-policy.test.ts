import { describe, expect, it } from 'vitest';
import { LatencyPolicy } from './latency-policy.ts';

const DECLARED = 1;
const PART = 1 / 3;

/** Plays `seconds` from `latency`, as a stream whose data always arrives would, and returns how it went. */
function play(policy: LatencyPolicy, latency: number, seconds: number, start = 0) {
  const rates: number[] = [];
  let jumps = 0;
  let target = DECLARED;
  for (let now = start; now < start + seconds; now += 0.25) {
    // What is published and not yet played is buffered, but for the part being made.
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
  it('leaves a player at its target alone', () => {
    const { rates, jumps } = play(new LatencyPolicy(), 1.1, 60);
    expect(new Set(rates)).toEqual(new Set([1]));
    expect(jumps).toBe(0);
  });

  it('catches up smoothly and then plays at normal speed', () => {
    const { latency, rates, jumps } = play(new LatencyPolicy(), 3, 90);
    expect(jumps).toBe(0);
    expect(latency).toBeLessThan(1.04);
    expect(latency).toBeGreaterThan(0.95);
    expect(Math.max(...rates)).toBeLessThanOrEqual(1.08);
    expect(rates.at(-1)).toBe(1);
  });

  it('does not flutter: the rate falls step by step', () => {
    const { rates } = play(new LatencyPolicy(), 2, 90);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
  });

  it('slows down a little where it stands too close to live', () => {
    const { latency, rates } = play(new LatencyPolicy(), 0.5, 60);
    expect(Math.min(...rates)).toBe(0.96);
    expect(latency).toBeGreaterThan(0.9);
    expect(latency).toBeLessThan(1.05);
  });

  it('does not speed up on an empty buffer', () => {
    const { rate } = new LatencyPolicy().advise({
      now: 0,
      latency: 3,
      declared: 1,
      partTarget: PART,
      buffered: 0.2,
    });
    expect(rate).toBe(1);
  });

  it('jumps where catching up would take too long, and not again at once', () => {
    const policy = new LatencyPolicy();
    const far = { latency: 9, declared: 1, partTarget: PART, buffered: 8 };
    expect(policy.advise({ now: 0, ...far }).jump).toBe(true);
    expect(policy.advise({ now: 1, ...far }).jump).toBe(false);
    expect(policy.advise({ now: 11, ...far }).jump).toBe(true);
  });

  it('keeps more distance after stalls, bounded, and gives it back in calm', () => {
    const policy = new LatencyPolicy();
    for (let i = 0; i < 20; i++) policy.stalled(0, PART);
    const shaken = play(policy, 3, 1, 0);
    expect(shaken.target).toBeCloseTo(3);
    const calm = play(policy, 3, 120, 1);
    expect(calm.target).toBe(DECLARED);
    expect(calm.latency).toBeLessThan(1.05);
  });
});
