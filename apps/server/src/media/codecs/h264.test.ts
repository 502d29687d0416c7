import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitWriter } from '../../../test/support/bit-writer.ts';
import { AVCC, OTHER_AVCC } from '../../../test/support/rtmp/flv-samples.ts';
import { MediaFormatError } from './format-error.ts';
import { readAvcC, readH264Frame, readSps, writeAvcC } from './h264.ts';

interface Picture {
  readonly blocksWide: number;
  readonly blocksHigh: number;
  readonly interlaced: boolean;
  readonly crop: readonly [number, number, number, number] | null;
  readonly profile: number;
  readonly scaling: boolean;
  readonly orderType: number;
  readonly timing: readonly [number, number] | null;
}

/** Writes an SPS (H.264 section 7.3.2.1.1). */
function writeSps(picture: Picture): Buffer {
  const bits = new BitWriter().bits(0x67, 8).bits(picture.profile, 8).bits(0, 8).bits(40, 8).exp(0);
  if (picture.profile === 100) {
    bits.exp(1).exp(0).exp(0).bits(0, 1).flag(picture.scaling);
    if (picture.scaling) {
      // The SPS has a list that ends with a next scale of 0, a complete one, and no more.
      bits.flag(true).signedExp(-8).flag(true);
      for (let i = 0; i < 16; i++) bits.signedExp(1);
      bits.bits(0, 6);
    }
  }
  bits.exp(0).exp(picture.orderType);
  if (picture.orderType === 0) bits.exp(2);
  if (picture.orderType === 1) bits.bits(0, 1).signedExp(-1).signedExp(1).exp(2).signedExp(-2).signedExp(3);
  bits.exp(4).bits(0, 1);
  bits
    .exp(picture.blocksWide - 1)
    .exp(picture.blocksHigh - 1)
    .flag(!picture.interlaced);
  if (picture.interlaced) bits.bits(0, 1);
  bits.bits(1, 1).flag(picture.crop !== null);
  for (const side of picture.crop ?? []) bits.exp(side);
  bits.flag(picture.timing !== null);
  if (picture.timing !== null) {
    bits
      .flag(true)
      .bits(255, 8)
      .bits(1, 16)
      .bits(1, 16)
      .flag(false)
      .flag(true)
      .bits(5, 4)
      .flag(true)
      .bits(0x010101, 24);
    bits
      .flag(true)
      .exp(0)
      .exp(0)
      .flag(true)
      .bits(picture.timing[0], 32)
      .bits(picture.timing[1], 32)
      .flag(true);
  }
  return bits.nal();
}

const side = fc.integer({ min: 0, max: 3 });
const picture: fc.Arbitrary<Picture> = fc.record({
  blocksWide: fc.integer({ min: 2, max: 256 }),
  blocksHigh: fc.integer({ min: 2, max: 128 }),
  interlaced: fc.boolean(),
  crop: fc.option(fc.tuple(side, side, side, side)),
  profile: fc.constantFrom(66, 77, 100),
  scaling: fc.boolean(),
  orderType: fc.constantFrom(0, 1, 2),
  timing: fc.option(fc.tuple(fc.integer({ min: 1, max: 1001 }), fc.constantFrom(50, 60, 60_000, 48_000))),
});

describe('H.264', () => {
  it('reads the cropped size and the frame rate of any SPS', () => {
    fc.assert(
      fc.property(picture, (given) => {
        const fields = given.interlaced ? 2 : 1;
        const [left, right, top, bottom] = given.crop ?? [0, 0, 0, 0];
        const sps = readSps(writeSps(given));
        expect(sps.width).toBe(given.blocksWide * 16 - (left + right) * 2);
        expect(sps.height).toBe(given.blocksHigh * 16 * fields - (top + bottom) * 2 * fields);
        const rate = given.timing === null ? null : given.timing[1] / given.timing[0] / 2;
        if (rate !== null && rate >= 1 && rate <= 1000) expect(sps.frameRate).toBeCloseTo(rate, 2);
        else expect(sps.frameRate).toBe(null);
      }),
    );
  });

  it('reads 1080 rows for 1080p', () => {
    const given: Picture = {
      blocksWide: 120,
      blocksHigh: 68,
      interlaced: false,
      crop: [0, 0, 0, 4],
      profile: 100,
      scaling: false,
      orderType: 0,
      timing: [1001, 60_000],
    };
    expect(readSps(writeSps(given))).toMatchObject({ width: 1920, height: 1080, frameRate: 29.97 });
  });

  it('reads a configuration of x264, and writes the same one from its parameter sets', () => {
    for (const configuration of [AVCC, OTHER_AVCC]) {
      const { track, lengthSize, sps, pps } = readAvcC(configuration);
      expect(track).toMatchObject({ codecString: 'avc1.64000d', width: 320, height: 180, frameRate: 30 });
      expect(Buffer.from(writeAvcC(sps, pps, lengthSize))).toEqual(configuration);
    }
  });

  it('returns the same frame and configuration if nothing changed', () => {
    const config = readAvcC(AVCC);
    const [sps] = config.sps;
    const frame = Buffer.concat([
      Buffer.of(0, 0, 0, sps?.length ?? 0),
      sps ?? Buffer.alloc(0),
      Buffer.of(0, 0, 0, 2, 0x65, 1),
    ]);
    const read = readH264Frame(frame, config, true);
    expect(read.config).toBe(config);
    expect(read.payload).toBe(frame);
  });

  it('keeps a configuration of several parameter sets if a keyframe repeats some of them', () => {
    const { sps, pps } = readAvcC(AVCC);
    const other = readAvcC(OTHER_AVCC);
    const config = readAvcC(writeAvcC([...sps, ...other.sps], [...pps, ...other.pps], 4));
    const [last] = other.pps;
    const frame = Buffer.concat([Buffer.of(0, 0, 0, last?.length ?? 0), last ?? Buffer.alloc(0)]);
    expect(readH264Frame(frame, config, true).config).toBe(config);
  });

  it('removes padding shorter than a length field, and rejects lengths that exceed the frame', () => {
    const config = readAvcC(AVCC);
    const frame = Buffer.of(0, 0, 0, 2, 0x41, 1, 0, 0, 0);
    expect(readH264Frame(frame, config, false).payload).toEqual(frame.subarray(0, 6));
    expect(() => readH264Frame(Buffer.of(0, 0, 0, 9, 0x41), config, false)).toThrow(MediaFormatError);
  });

  it.each([
    ['no version', Buffer.concat([Buffer.of(0), AVCC.subarray(1)])],
    ['lengths of three bytes', Buffer.concat([AVCC.subarray(0, 4), Buffer.of(0xfe), AVCC.subarray(5)])],
    ['no SPS', Buffer.of(1, 100, 0, 13, 0xff, 0xe0, 0)],
    ['an end in the middle', AVCC.subarray(0, 30)],
    ['nothing at all', Buffer.alloc(0)],
  ])('rejects a configuration with %s', (_name, bytes) => {
    expect(() => readAvcC(bytes)).toThrow(MediaFormatError);
  });
});
