import { expect, it } from 'vitest';
import { initPath, segmentPath } from '../recorder/recording-files.ts';
import { RecordingIndex } from '../recorder/recording-index.ts';
import { segmentPlayedAt } from './played-segment.ts';

const [FIRST, SECOND] = ['1760000000000-5-first', '1760000100000-0-second'];

/** Creates an index of segments that last two seconds each; an empty one is a gap. */
function indexOf(segments: Readonly<Record<string, readonly number[]>>) {
  const index = new RecordingIndex();
  for (const [run, sizes] of Object.entries(segments)) {
    index.add(initPath(run, 'video'), 700);
    for (const [msn, size] of sizes.entries())
      index.add(segmentPath({ path: run, layout: 'shared' }, 'video', msn, 2), size);
  }
  index.settle(Number.POSITIVE_INFINITY);
  return index;
}

const found = (index: RecordingIndex, ms: number) =>
  segmentPlayedAt(index, ms)?.path.replace(/\/0\/video-(\d+)-.*/, ' $1');

it('finds the segment that plays at a position, which does not count interruptions of a stream', () => {
  const index = indexOf({ [FIRST]: [9, 9, 9], [SECOND]: [9, 9] });
  expect(found(index, 0)).toBe(`${FIRST} 0`);
  expect(found(index, 3_999)).toBe(`${FIRST} 1`);
  expect(found(index, 6_500)).toBe(`${SECOND} 0`);
  expect(found(index, 60_000)).toBe(`${SECOND} 1`);
});

it('skips segments that were not stored, and returns null if there is no video', () => {
  expect(found(indexOf({ [FIRST]: [9, 0, 9] }), 3_000)).toBe(`${FIRST} 0`);
  expect(found(indexOf({ [FIRST]: [0, 9] }), 0)).toBe(`${FIRST} 1`);
  expect(segmentPlayedAt(indexOf({}), 0)).toBeNull();
});
