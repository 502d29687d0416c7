import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipRanges,
  cutRanges,
  keptMs,
  type MediaRange,
  restoreChapters,
  snapRanges,
  toOriginal,
  toOriginalRanges,
  toTrimmed,
  trimChapters,
} from './media-ranges.ts';

const whole = { startMs: 0, endMs: 100_000 };
const boundaries = fc
  .uniqueArray(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 40 })
  .map((list) => [0, ...list.sort((a, b) => a - b), whole.endMs]);
const time = fc.integer({ min: 0, max: whole.endMs });
const range = fc.tuple(time, time).map(([a, b]) => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
const kept = fc
  .tuple(boundaries, fc.array(range, { minLength: 1, maxLength: 5 }))
  .map(([boundariesMs, ranges]) => ({ boundariesMs, ranges: snapRanges(ranges, boundariesMs) }))
  .filter(({ ranges }) => ranges.length > 0);
const chapters = fc
  .uniqueArray(time, { maxLength: 8 })
  .map((starts) => starts.sort((a, b) => a - b).map((startMs, i) => ({ startMs, title: `Chapter ${i}` })));

describe('ranges that are kept', () => {
  it('begin and end at segments, in order, and do not touch each other', () => {
    fc.assert(
      fc.property(kept, ({ boundariesMs, ranges }) => {
        const edges = ranges.flatMap(({ startMs, endMs }) => [startMs, endMs]);
        expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
        expect(edges.every((edge) => boundariesMs.includes(edge))).toBe(true);
      }),
    );
  });

  it('show what a window of the viewers sees, in the original', () => {
    const ranges = [
      { startMs: 10, endMs: 20 },
      { startMs: 50, endMs: 90 },
    ];
    expect(toOriginalRanges(ranges, { startMs: 4, endMs: 15 })).toEqual([
      { startMs: 14, endMs: 20 },
      { startMs: 50, endMs: 55 },
    ]);
    expect(toOriginalRanges(ranges, { startMs: 10, endMs: 11 })).toEqual([{ startMs: 50, endMs: 51 }]);
  });

  it('and those that are cut last as long as the original together', () => {
    fc.assert(
      fc.property(kept, ({ ranges }) => {
        expect(keptMs(ranges) + keptMs(cutRanges(ranges, whole))).toBe(whole.endMs);
        expect(cutRanges(cutRanges(ranges, whole), whole)).toEqual(ranges);
      }),
    );
  });

  it('give each moment that is kept a time of its own, from which the moment is found again', () => {
    fc.assert(
      fc.property(kept, time, ({ ranges }, seed) => {
        const trimmedMs = seed % keptMs(ranges);
        const originalMs = toOriginal(ranges, trimmedMs);
        expect(clipRanges(ranges, { startMs: originalMs, endMs: originalMs + 1 })).toHaveLength(1);
        expect(toTrimmed(ranges, originalMs)).toBe(trimmedMs);
      }),
    );
  });

  it('never put a later moment before an earlier one', () => {
    fc.assert(
      fc.property(kept, time, time, ({ ranges }, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        expect(toTrimmed(ranges, first)).toBeLessThanOrEqual(toTrimmed(ranges, second));
      }),
    );
  });
});

describe('chapters', () => {
  const ranges: MediaRange[] = [
    { startMs: 10_000, endMs: 30_000 },
    { startMs: 60_000, endMs: 100_000 },
  ];

  it('move with what they are about, start with what is kept of them, and go where nothing is', () => {
    const at = (...starts: number[]) => starts.map((startMs) => ({ startMs, title: `${startMs}` }));
    const trimmed = trimChapters(ranges, at(0, 20_000, 40_000, 50_000, 70_000));
    expect(trimmed.map((one) => one.trimmed?.startMs ?? null)).toEqual([0, 10_000, null, 20_000, 30_000]);
  });

  it('are as they were when everything is kept again, whatever was cut', () => {
    fc.assert(
      fc.property(kept, chapters, ({ ranges: some }, before) => {
        const current = trimChapters(some, before).flatMap(({ trimmed }) => trimmed ?? []);
        expect(restoreChapters(some, before, current)).toEqual(before);
      }),
    );
  });

  it('that were added or renamed after trimming stay where they are in the original', () => {
    const before = [{ startMs: 0, title: 'Intro' }];
    const current = [
      { startMs: 0, title: 'Hello' },
      { startMs: 25_000, title: 'Late' },
    ];
    expect(restoreChapters(ranges, before, current)).toEqual([
      { startMs: 10_000, title: 'Hello' },
      { startMs: 65_000, title: 'Late' },
    ]);
  });
});
