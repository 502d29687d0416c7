import { expect, it } from 'vitest';
import { snapToSegmentEnd } from './stream-controllers.ts';

const details = { fragments: [{ end: 10 }, { end: 12 }] };

it('takes a buffer that ends with the last frame of a segment for one that ends with the segment', () => {
  expect(snapToSegmentEnd(9.98, details)).toBe(10);
  expect(snapToSegmentEnd(11.999, details)).toBe(12);
});

it('leaves the end of a buffer within a segment where it is', () => {
  for (const bufferEnd of [9.667, 10, 10.01, 12.4])
    expect(snapToSegmentEnd(bufferEnd, details)).toBe(bufferEnd);
});
