import { CLIP_MAX_MS, CLIP_MIN_MS } from '@tributary/contracts/clips';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstSelection, type Selection, withEnd, withStart } from './selection.ts';

it('begins with the last 30 s of a running stream, out of its last 90 s', () => {
  expect(firstSelection(600_000, null)).toEqual({ from: 510_000, to: 600_000, start: 570_000, end: 600_000 });
  expect(firstSelection(12_000, null)).toEqual({ from: 0, to: 12_000, start: 0, end: 12_000 });
});

it('begins with the 30 s before the position in a recording, and offers 30 s after it', () => {
  expect(firstSelection(600_000, 100_000)).toEqual({
    from: 40_000,
    to: 130_000,
    start: 70_000,
    end: 100_000,
  });
  expect(firstSelection(600_000, 0)).toEqual({ from: 0, to: 35_000, start: 0, end: 5_000 });
});

it('offers nothing if a recording is shorter than a clip', () => {
  expect(firstSelection(CLIP_MIN_MS - 1, null)).toBeNull();
});

it('moves the end when the start comes too near or too far, and the other way around', () => {
  const selection = { from: 0, to: 90_000, start: 60_000, end: 90_000 };
  expect(withStart(selection, 10_000)).toMatchObject({ start: 10_000, end: 70_000 });
  expect(withEnd(selection, 50_000)).toMatchObject({ start: 45_000, end: 50_000 });
});

it('stays within the available range and the limits of clips, whatever the handles do', () => {
  const position = fc.integer({ min: -10_000, max: 700_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: CLIP_MIN_MS, max: 600_000 }),
      fc.option(fc.integer({ min: 0, max: 600_000 })),
      fc.array(fc.tuple(fc.constantFrom(withStart, withEnd), position), { maxLength: 10 }),
      (length, at, moves) => {
        const first = firstSelection(length, at);
        const last = moves.reduce<Selection | null>((now, [move, to]) => now && move(now, to), first);
        if (last === null) return expect.fail('no selection');
        expect(last.start).toBeGreaterThanOrEqual(last.from);
        expect(last.end).toBeLessThanOrEqual(last.to);
        expect(last.end - last.start).toBeGreaterThanOrEqual(CLIP_MIN_MS);
        expect(last.end - last.start).toBeLessThanOrEqual(CLIP_MAX_MS);
      },
    ),
  );
});
