import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIMESCALE, type TrackKind, type Unit } from '../unit.ts';
import { TimestampNormalizer } from './timestamp-normalizer.ts';

const FRAME = 3000;
const payload = new Uint8Array(1);
const unit = (kind: TrackKind, dts: number, pts = dts): Unit => ({ kind, dts, pts, keyframe: true, payload });

function clock() {
  let ms = 0;
  return {
    now: () => ms,
    advance: (by: number) => {
      ms += by;
    },
  };
}

describe('TimestampNormalizer', () => {
  it('keeps the intervals of a steady clock and the offset of presentation time to decode time', () => {
    const normalizer = new TimestampNormalizer(clock().now);
    const first = normalizer.normalize(unit('video', 500, 500 + FRAME));
    const second = normalizer.normalize(unit('video', 500 + FRAME, 500 + 3 * FRAME));
    expect(second?.unit.dts).toBe((first?.unit.dts ?? 0) + FRAME);
    expect(first?.unit.pts).toBe((first?.unit.dts ?? 0) + FRAME);
    expect(second?.jumped).toBe(false);
  });

  it('advances by the wall time that passed when the clock jumps forward', () => {
    const wall = clock();
    const normalizer = new TimestampNormalizer(wall.now);
    const before = normalizer.normalize(unit('video', 0));
    wall.advance(40);
    const after = normalizer.normalize(unit('video', 50_000 * TIMESCALE));
    expect(after?.jumped).toBe(true);
    expect((after?.unit.dts ?? 0) - (before?.unit.dts ?? 0)).toBe((40 * TIMESCALE) / 1000);
  });

  it('keeps rising when the clock jumps backward', () => {
    const normalizer = new TimestampNormalizer(clock().now);
    const before = normalizer.normalize(unit('video', 9_000_000));
    const after = normalizer.normalize(unit('video', 0));
    expect(after?.jumped).toBe(true);
    expect(after?.unit.dts).toBeGreaterThan(before?.unit.dts ?? 0);
  });

  it('reports one jump when both tracks jump, and drops late units of the other track', () => {
    const normalizer = new TimestampNormalizer(clock().now);
    normalizer.normalize(unit('video', 0));
    normalizer.normalize(unit('audio', 0));
    expect(normalizer.normalize(unit('video', 90_000_000))?.jumped).toBe(true);
    expect(normalizer.normalize(unit('audio', 1920))).toBeNull();
    expect(normalizer.normalize(unit('audio', 90_000_000 + 100))?.jumped).toBe(false);
    expect(normalizer.normalize(unit('video', 90_000_000 + FRAME))?.jumped).toBe(false);
  });

  it('accepts a track that stays on the abandoned clock', () => {
    const normalizer = new TimestampNormalizer(clock().now);
    normalizer.normalize(unit('video', 0));
    normalizer.normalize(unit('audio', 0));
    normalizer.normalize(unit('video', 90_000_000));
    const placed = Array.from({ length: 200 }, (_, i) => normalizer.normalize(unit('audio', 1920 * (i + 1))));
    expect(placed.some((p) => p !== null)).toBe(true);
  });

  it('aligns two tracks whose clocks are far apart from the start', () => {
    const wall = clock();
    const normalizer = new TimestampNormalizer(wall.now);
    normalizer.normalize(unit('video', 0));
    const apart = 20 * TIMESCALE;
    const heard: number[] = [];
    for (let i = 1; i <= 300; i += 1) {
      wall.advance(1000 / 30);
      expect(normalizer.normalize(unit('video', i * FRAME))?.jumped).toBe(false);
      const sound = normalizer.normalize(unit('audio', apart + i * FRAME));
      expect(sound?.jumped).toBe(false);
      heard.push(sound?.unit.dts ?? Number.NaN);
    }
    expect(heard.every((dts, i) => i === 0 || dts - (heard[i - 1] ?? 0) === FRAME)).toBe(true);
  });

  it('moves a frame that repeats its timestamp forward, and counts it', () => {
    const normalizer = new TimestampNormalizer(clock().now);
    const first = normalizer.normalize(unit('video', 1000));
    const again = normalizer.normalize(unit('video', 1000));
    expect(again?.unit.dts).toBe((first?.unit.dts ?? 0) + 1);
    expect(normalizer.corrected).toBe(1);
  });

  it('continues after a reconnect by the wall time that passed, whatever the new clock', () => {
    const wall = clock();
    const normalizer = new TimestampNormalizer(wall.now);
    const before = normalizer.normalize(unit('video', 777_777));
    wall.advance(5_000);
    normalizer.restart();
    const after = normalizer.normalize(unit('video', 0));
    expect((after?.unit.dts ?? 0) - (before?.unit.dts ?? 0)).toBe(5 * TIMESCALE);
  });

  it('keeps decode time strictly rising within a track for any input', () => {
    const step = fc.record({
      kind: fc.constantFrom<TrackKind>('video', 'audio'),
      dts: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 2 ** 45 })),
      cts: fc.integer({ min: -90_000, max: 900_000 }),
      wait: fc.integer({ min: 0, max: 5_000 }),
      restart: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const wall = clock();
        const normalizer = new TimestampNormalizer(wall.now);
        const last: Record<TrackKind, number> = { video: -1, audio: -1 };
        for (const { kind, dts, cts, wait, restart } of steps) {
          wall.advance(wait);
          if (restart) normalizer.restart();
          const placed = normalizer.normalize(unit(kind, dts, dts + cts));
          if (placed === null) continue;
          expect(placed.unit.dts).toBeGreaterThan(last[kind]);
          expect(Number.isSafeInteger(placed.unit.dts)).toBe(true);
          expect(placed.unit.pts).toBeGreaterThanOrEqual(0);
          last[kind] = placed.unit.dts;
        }
      }),
    );
  });
});
