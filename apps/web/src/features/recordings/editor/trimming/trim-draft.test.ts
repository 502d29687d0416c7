import { expect, it } from 'vitest';
import { draftOf, exactClockOf, isBetweenKeyframes, keptOf, summaryOf } from './trim-draft.ts';

/** 14 minutes in segments of 2 s. */
const boundariesMs = Array.from({ length: 421 }, (_, i) => i * 2000);
const whole = { startMs: 0, endMs: 840_000 };
const range = (startMs: number, endMs: number) => ({ startMs, endMs });

it('keeps whole segments of what is entered, without what is cut out of it', () => {
  const cuts = [range(200_500, 260_000), range(100_000, 130_000), range(110_000, 140_900)];
  expect(keptOf({ window: range(10_900, 762_000), cuts }, { boundariesMs })).toEqual([
    range(10_000, 100_000),
    range(140_000, 200_000),
    range(260_000, 762_000),
  ]);
});

it('keeps exactly what is entered where that is wanted', () => {
  const draft = { window: range(10_900, 845_000), cuts: [range(100_000, 130_040), range(120_000, 140_900)] };
  const kept = keptOf(draft, { boundariesMs }, true);
  expect(kept).toEqual([range(10_900, 100_000), range(140_900, 840_000)]);
  expect(isBetweenKeyframes(kept, { boundariesMs })).toBe(true);
  expect(isBetweenKeyframes(keptOf(draft, { boundariesMs }), { boundariesMs })).toBe(false);
  expect(summaryOf([range(10_900, 100_000)], whole.endMs, exactClockOf)).toBe('Keeps 0:10.900–1:40 of 14:00');
});

it('shows what was kept before as a window and the cuts in it', () => {
  const kept = [range(10_000, 20_000), range(30_000, 40_000)];
  const draft = draftOf({ kept });
  expect(draft).toEqual({ window: range(10_000, 40_000), cuts: [range(20_000, 30_000)] });
  expect(keptOf(draft, { boundariesMs })).toEqual(kept);
});

it('says in a sentence what is kept', () => {
  const say = (...kept: { startMs: number; endMs: number }[]) => summaryOf(kept, whole.endMs);
  expect(say(whole)).toBe('Keeps everything, 14:00');
  expect(say(range(10_998, 760_000))).toBe('Keeps 0:10–12:40 of 14:00');
  expect(say(range(0, 60_000), range(120_000, 840_000))).toBe(
    'Keeps 0:00–1:00 and 2:00–14:00 of 14:00, 13:00 in all',
  );
  expect(say(...[0, 1, 2, 3].map((i) => range(i * 4000, i * 4000 + 2000)))).toBe(
    'Keeps 4 parts of 14:00, 0:08 in all',
  );
  expect(say()).toBe('Keeps nothing. Choose a longer part.');
});
