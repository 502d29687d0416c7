import { expect, it } from 'vitest';
import { alignDecodeTimes } from './decode-times.ts';

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value | 0, i * 4);
  return bytes;
};
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};

interface Frame {
  readonly offset: number;
  readonly keyframe?: boolean;
}

/** A fragment whose frames last 3000 ticks. */
function fragment(decodeTime: number, frames: readonly Frame[], version = 1): Buffer {
  const samples = frames.map(({ offset, keyframe }) => u32(3000, 5, keyframe ? 0 : 0x1_0000, offset));
  const tfdt = box('tfdt', u32(0x0100_0000, 0, decodeTime));
  const trun = box('trun', u32((version << 24) | 0xf01, frames.length, 0), ...samples);
  const moof = box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x2_0000, 1)), tfdt, trun));
  return Buffer.concat([moof, box('mdat', Buffer.from('media'))]);
}

const segment = (...fragments: Buffer[]): ArrayBuffer => new Uint8Array(Buffer.concat(fragments)).buffer;
const key = (offset: number): Frame => ({ offset, keyframe: true });
const inner = (offset: number): Frame => ({ offset });

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
