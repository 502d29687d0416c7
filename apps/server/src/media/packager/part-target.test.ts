import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIMESCALE } from '../unit.ts';
import { choosePartTarget, exactFrames, observeFrames } from './part-target.ts';

/** Decode times in RTMP's whole milliseconds. */
const times = (framesPerSecond: number, count: number) =>
  Array.from({ length: count }, (_, i) => Math.round((i * 1000) / framesPerSecond) * 90);

describe('PART-TARGET', () => {
  it('is at least as long as every run of its number of frames, each of which is at least 85 % of it', () => {
    const rates = fc.double({ min: 3, max: 120, noNaN: true });
    const targets = fc.constantFrom(0.2, 1 / 3, 0.5, 1);
    fc.assert(
      fc.property(rates, targets, (framesPerSecond, configured) => {
        const stamps = times(framesPerSecond, 600);
        const target = choosePartTarget(configured, observeFrames(stamps.slice(0, 180)), TIMESCALE);
        // The number of whole frames in the declared target, whose allowance for jitter is less than a frame.
        const frames = Math.max(1, Math.floor(target * framesPerSecond));
        expect(frames).toBeLessThanOrEqual(Math.max(1, configured * framesPerSecond * 1.02));
        const runs = stamps.slice(frames).map((end, i) => (end - (stamps[i] ?? 0)) / TIMESCALE);
        expect(Math.max(...runs)).toBeLessThanOrEqual(target);
        expect(Math.min(...runs)).toBeGreaterThanOrEqual(target * 0.85);
      }),
      { numRuns: 300 },
    );
  });

  it('is the configured target if frames are irregular', () => {
    const stamps = [0, 20, 90, 110, 200, 210, 330, 333, 400, 480].map((ms) => ms * 90);
    expect(choosePartTarget(1 / 3, observeFrames(stamps), TIMESCALE)).toBe(0.334);
    expect(choosePartTarget(0.2, null, TIMESCALE)).toBe(0.2);
  });

  it('does not change with a lost frame', () => {
    const stamps = times(30, 60).filter((_, i) => i !== 20);
    expect(choosePartTarget(1 / 3, observeFrames(stamps), TIMESCALE)).toBe(0.335);
  });

  it('is one frame if a frame is longer than the configured target', () => {
    expect(choosePartTarget(0.2, observeFrames(times(2, 10)), TIMESCALE)).toBe(0.501);
    expect(choosePartTarget(0.005, exactFrames(1024), 48_000)).toBe(0.022);
  });
});
