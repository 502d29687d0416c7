import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange, sliceBytes } from './range.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=90-200', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-1x', undefined],
    ['bytes=', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,4-5', undefined],
    ['items=0-1', undefined],
  ])('of %j for 100 bytes', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

describe('sliceBytes', () => {
  it('returns the same bytes as a slice of the joined chunks, without copying', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.nat(60), fc.nat(60), (chunks, a, b) => {
        const joined = Buffer.concat(chunks);
        fc.pre(joined.byteLength > 0);
        const first = Math.min(a, b) % joined.byteLength;
        const last = Math.min(joined.byteLength - 1, first + Math.abs(a - b));
        const sliced = sliceBytes({ chunks, byteLength: joined.byteLength }, { first, last });
        expect(Buffer.concat(sliced.chunks)).toEqual(joined.subarray(first, last + 1));
        expect(sliced.byteLength).toBe(last - first + 1);
        for (const view of sliced.chunks)
          expect(chunks.some((chunk) => chunk.buffer === view.buffer)).toBe(true);
      }),
    );
  });
});
