import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restoreCaptions, trimCaptions } from './trimmed-captions.ts';

const cue = (startMs: number, endMs: number) => ({ startMs, endMs, text: `${startMs}` });
/** Cuts out what is between 10 and 20 seconds. */
const RANGES = [
  { startMs: 0, endMs: 10_000 },
  { startMs: 20_000, endMs: 30_000 },
];

it('moves captions with what is kept, and drops those of what is cut', () => {
  const cues = [cue(9000, 11_000), cue(12_000, 14_000), cue(19_000, 21_000), cue(29_000, 40_000)];
  const times = trimCaptions(RANGES, cues).map(({ startMs, endMs }) => [startMs, endMs]);
  expect(times).toEqual([
    [9000, 10_000],
    [10_000, 11_000],
    [19_000, 20_000],
  ]);
});

it('keeps the captions of what is cut when those of the rest are changed', () => {
  const before = [cue(1000, 2000), cue(12_000, 14_000), cue(25_000, 26_000)];
  const restored = restoreCaptions(RANGES, before, [cue(1500, 2500), cue(9000, 10_000), cue(15_000, 16_000)]);
  expect(restored.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1500, 2500],
    [9000, 10_000],
    [12_000, 14_000],
    [25_000, 26_000],
  ]);
});

it('shows captions again as they were saved, wherever the cuts are', () => {
  const range = fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 1000 }));
  fc.assert(
    fc.property(
      fc.array(range, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      (parts, from, length) => {
        let at = 0;
        const ranges = parts.map(([gap, kept]) => {
          const startMs = at + gap + 1;
          at = startMs + kept;
          return { startMs, endMs: at };
        });
        const total = parts.reduce((sum, [, kept]) => sum + kept, 0);
        const startMs = from % total;
        const shown = cue(startMs, startMs + 1 + (length % (total - startMs)));
        expect(trimCaptions(ranges, restoreCaptions(ranges, [], [shown]))).toEqual([shown]);
      },
    ),
  );
});
