import { expect, it } from 'vitest';
import {
  fragment,
  inner,
  keyframe as key,
  segmentOf as segment,
} from '../../../../../test/support/fragments.ts';
import { alignDecodeTimes } from './decode-times.ts';

it('decodes the first frame when it is shown, and leaves all presentation times as they are', () => {
  const bytes = segment(fragment(9_000, [key(6_000), inner(12_000)]), fragment(15_000, [inner(0), inner(0)]));
  expect(alignDecodeTimes(bytes, undefined)).toBe(6_000);
  const expected = segment(
    fragment(15_000, [key(0), inner(6_000)]),
    fragment(21_000, [inner(-6_000), inner(-6_000)]),
  );
  expect(Buffer.from(bytes)).toEqual(Buffer.from(expected));
});

it('writes signed offsets where they were unsigned', () => {
  const bytes = segment(fragment(0, [key(6_000), inner(0)], 0));
  alignDecodeTimes(bytes, undefined);
  expect(Buffer.from(bytes)).toEqual(Buffer.from(segment(fragment(6_000, [key(0), inner(-6_000)]))));
});

it('moves segments that follow by the same delay, also those that begin without a keyframe', () => {
  const bytes = segment(fragment(9_000, [inner(12_000)]));
  expect(alignDecodeTimes(bytes, 6_000)).toBe(6_000);
  expect(Buffer.from(bytes)).toEqual(Buffer.from(segment(fragment(15_000, [inner(6_000)]))));
});

it('changes nothing without B-frames, without a keyframe to begin with, and in damaged bytes', () => {
  for (const [bytes, delay] of [
    [segment(fragment(9_000, [key(0), inner(0)])), 0],
    [segment(fragment(9_000, [inner(12_000)])), undefined],
    [segment(fragment(9_000, [key(6_000), inner(0)]).subarray(0, 60)), undefined],
    [segment(Buffer.from('no segment')), undefined],
    [segment(Buffer.alloc(0)), undefined],
  ] as const) {
    const before = Buffer.from(bytes.slice(0));
    expect(alignDecodeTimes(bytes, undefined)).toBe(delay);
    expect(Buffer.from(bytes)).toEqual(before);
  }
});
