import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIMESCALE, type TrackKind, type Unit } from '../unit.ts';
import { Timeline } from './timestamp-normalizer.ts';

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

describe('Timeline', () => {
  it('keeps the distances of a steady clock, and of picture time to decode time', () => {
    const timeline = new Timeline(clock().now);
    const first = timeline.place(unit('video', 500, 500 + FRAME));
    const second = timeline.place(unit('video', 500 + FRAME, 500 + 3 * FRAME));
    expect(second?.unit.dts).toBe((first?.unit.dts ?? 0) + FRAME);
    expect(first?.unit.pts).toBe((first?.unit.dts ?? 0) + FRAME);
    expect(second?.jumped).toBe(false);
  });

  it('follows a jump forward by the wall time that passed, not by the jump', () => {
    const wall = clock();
    const timeline = new Timeline(wall.now);
    const before = timeline.place(unit('video', 0));
    wall.advance(40);
    const after = timeline.place(unit('video', 50_000 * TIMESCALE));
    expect(after?.jumped).toBe(true);
    expect((after?.unit.dts ?? 0) - (before?.unit.dts ?? 0)).toBe((40 * TIMESCALE) / 1000);
  });

  it('follows a jump backward', () => {
    const timeline = new Timeline(clock().now);
    const before = timeline.place(unit('video', 9_000_000));
    const after = timeline.place(unit('video', 0));
    expect(after?.jumped).toBe(true);
    expect(after?.unit.dts).toBeGreaterThan(before?.unit.dts ?? 0);
  });

  it('jumps once when both tracks jump, dropping what the other track still sends from before', () => {
    const timeline = new Timeline(clock().now);
    timeline.place(unit('video', 0));
    timeline.place(unit('audio', 0));
    expect(timeline.place(unit('video', 90_000_000))?.jumped).toBe(true);
    expect(timeline.place(unit('audio', 1920))).toBeNull();
    expect(timeline.place(unit('audio', 90_000_000 + 100))?.jumped).toBe(false);
    expect(timeline.place(unit('video', 90_000_000 + FRAME))?.jumped).toBe(false);
  });

  it('believes a track that stays on the abandoned clock', () => {
    const timeline = new Timeline(clock().now);
    timeline.place(unit('video', 0));
    timeline.place(unit('audio', 0));
    timeline.place(unit('video', 90_000_000));
    const placed = Array.from({ length: 200 }, (_, i) => timeline.place(unit('audio', 1920 * (i + 1))));
    expect(placed.some((p) => p !== null)).toBe(true);
  });

  it('lets two tracks that are far apart from the start go on side by side', () => {
    const wall = clock();
    const timeline = new Timeline(wall.now);
    timeline.place(unit('video', 0));
    const apart = 20 * TIMESCALE;
    const heard: number[] = [];
    for (let i = 1; i <= 300; i += 1) {
      wall.advance(1000 / 30);
      expect(timeline.place(unit('video', i * FRAME))?.jumped).toBe(false);
      const sound = timeline.place(unit('audio', apart + i * FRAME));
      expect(sound?.jumped).toBe(false);
      heard.push(sound?.unit.dts ?? Number.NaN);
    }
    expect(heard.every((dts, i) => i === 0 || dts - (heard[i - 1] ?? 0) === FRAME)).toBe(true);
  });

  it('nudges a frame that repeats its time and says so', () => {
    const timeline = new Timeline(clock().now);
    const first = timeline.place(unit('video', 1000));
    const again = timeline.place(unit('video', 1000));
    expect(again?.unit.dts).toBe((first?.unit.dts ?? 0) + 1);
    expect(timeline.mended).toBe(1);
  });

  it('anchors a new connection after the last, whatever its clock says', () => {
    const wall = clock();
    const timeline = new Timeline(wall.now);
    const before = timeline.place(unit('video', 777_777));
    wall.advance(5_000);
    timeline.restart();
    const after = timeline.place(unit('video', 0));
    expect((after?.unit.dts ?? 0) - (before?.unit.dts ?? 0)).toBe(5 * TIMESCALE);
  });

  it('never lets decode time stand still or fall within a track, whatever arrives', () => {
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
        const timeline = new Timeline(wall.now);
        const last: Record<TrackKind, number> = { video: -1, audio: -1 };
        for (const { kind, dts, cts, wait, restart } of steps) {
          wall.advance(wait);
          if (restart) timeline.restart();
          const placed = timeline.place(unit(kind, dts, dts + cts));
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
