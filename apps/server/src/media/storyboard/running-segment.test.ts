import { expect, it } from 'vitest';
import { initPath, segmentPath } from '../recorder/recording-files.ts';
import { RecordingIndex } from '../recorder/recording-index.ts';
import { segmentAt } from './running-segment.ts';

const [FIRST, SECOND] = ['1760000000000-5-first', '1760000100000-0-second'];

/** Creates an index of segments that last two seconds each; an empty one is a gap. */
function indexOf(segments: Readonly<Record<string, readonly number[]>>, settled = Number.POSITIVE_INFINITY) {
  const index = new RecordingIndex();
  for (const [run, sizes] of Object.entries(segments)) {
    index.add(initPath(run, 'video'), 700);
    for (const [msn, size] of sizes.entries())
      index.add(segmentPath({ path: run, layout: 'shared' }, 'video', msn, 2), size);
  }
  index.settle(settled);
  return index;
}

const found = (index: RecordingIndex, ms: number) => {
  const segment = segmentAt(index, ms);
  return segment && [segment.path.replace(/\/0\/video-(\d+)-.*/, ' $1'), segment.isFinal];
};

it('finds the segment that was live at a time of a stream that was interrupted', () => {
  const index = indexOf({ [FIRST]: [9, 9, 9], [SECOND]: [9, 9] });
  expect(found(index, 0)).toEqual([`${FIRST} 0`, true]);
  expect(found(index, 3_999)).toEqual([`${FIRST} 1`, true]);
  expect(found(index, 50_000)).toEqual([`${FIRST} 2`, true]);
  expect(found(index, 102_500)).toEqual([`${SECOND} 1`, true]);
  expect(segmentAt(index, 102_500)?.init).toBe(`${SECOND}/video/init.mp4`);
});

it('finds the last stored segment for times after the end, until more are stored', () => {
  const sizes = { [FIRST]: [9, 9, 9] };
  expect(found(indexOf(sizes, 1), 4_500)).toEqual([`${FIRST} 1`, false]);
  expect(found(indexOf(sizes, 2), 4_500)).toEqual([`${FIRST} 2`, true]);
  expect(found(indexOf(sizes, 2), 60_000)).toEqual([`${FIRST} 2`, false]);
});

it('skips segments that were not stored, and returns null if there is no video', () => {
  expect(found(indexOf({ [FIRST]: [9, 0, 9] }), 3_000)).toEqual([`${FIRST} 0`, true]);
  expect(segmentAt(indexOf({}), 0)).toBeNull();
  expect(segmentAt(indexOf({ [FIRST]: [0] }), 0)).toBeNull();
});
