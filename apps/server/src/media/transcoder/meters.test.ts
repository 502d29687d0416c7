import { describe, expect, it } from 'vitest';
import { TIMESCALE } from '../unit.ts';
import { FrameRateMeter } from './frame-rate-meter.ts';
import { OverloadDetector } from './overload-detector.ts';

describe('FrameRateMeter', () => {
  const measured = (times: readonly number[]) => {
    const meter = new FrameRateMeter();
    for (const time of times) meter.add(time);
    return meter.frameRate;
  };
  const rounded = (count: number, frameRate: number) =>
    Array.from({ length: count }, (_, i) => Math.round((i * 1000) / frameRate) * (TIMESCALE / 1000));

  it.each([24, 25, 29.97, 30, 50, 59.94, 60])('measures %d frames a second by whole milliseconds', (rate) => {
    expect(measured(rounded(60, rate))).toBeCloseTo(rate, 0);
  });

  it('is not misled by a pause', () => {
    const times = rounded(60, 30).map((time, i) => (i < 30 ? time : time + 10 * TIMESCALE));
    expect(measured(times)).toBeCloseTo(30, 0);
  });

  it('says nothing of a few frames', () => {
    expect(measured(rounded(10, 30))).toBeNull();
  });
});

describe('OverloadDetector', () => {
  /** What it reports when the delay is so long at each tenth of a second. */
  const reports = (delaysMs: readonly number[]) => {
    let now = 0;
    const detector = new OverloadDetector(() => now);
    return delaysMs.flatMap((delayMs) => {
      now += 100;
      detector.add(delayMs);
      const reported = detector.check(0);
      return reported === null ? [] : [now];
    });
  };

  it('reports a delay that lasts, and again every two seconds', () => {
    expect(reports(Array.from({ length: 50 }, () => 900))).toEqual([800, 2800, 4800]);
  });

  it('does not report a burst', () => {
    expect(reports([900, 900, 900, 900, 100, 900, 900, 900, 900])).toEqual([]);
  });

  it('counts a unit that waits and is not encoded yet', () => {
    let now = 0;
    const detector = new OverloadDetector(() => now);
    expect(detector.check(500)).toBeNull();
    now = 700;
    expect(detector.check(1200)).toBe(1200);
  });
});
