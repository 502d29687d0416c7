import { createCanvas } from '@napi-rs/canvas';
import { IMAGE_MAX_PIXELS } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/fuzz/corpus.ts';
import {
  animatedWebpOf,
  apngOf,
  extendedWebpOf,
  gifOf,
  oversizedImages,
} from '../../../test/support/images/hostile-images.ts';
import { animationFormat, probeImage } from './image-probe.ts';

const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const;
const pixelsOf = (bytes: Buffer) => {
  const { width, height } = probeImage(bytes) ?? expect.fail('no image');
  return width * height;
};
const encode = (width: number, height: number, format: (typeof FORMATS)[number]) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#2a8';
  context.fillRect(0, 0, width / 2, height);
  return canvas.encode(format as 'png');
};

describe('probeImage', () => {
  it.each(FORMATS)('reads the size of a real %s', async (format) => {
    expect(probeImage(await encode(123, 45, format))).toEqual({
      type: `image/${format}`,
      width: 123,
      height: 45,
    });
  });

  it('reads the size of a lossless and an extended WebP', () => {
    const lossless = Buffer.from('524946461a000000574542505650384c0d0000002f000000100711119188fe0700', 'hex');
    expect(probeImage(lossless)).toEqual({ type: 'image/webp', width: 1, height: 1 });
    const extended = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('3f0600 8f0100'.replace(' ', ''), 'hex'),
    ]);
    expect(probeImage(extended)).toEqual({ type: 'image/webp', width: 1600, height: 400 });
  });

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'BM', '%PDF-1.7', 'GIF', '\xff\xd8\xff\xd9', ''])(
    'returns null for %j',
    (text) => {
      expect(probeImage(Buffer.from(text, 'latin1'))).toBeNull();
    },
  );

  it.each(Object.entries(oversizedImages()))('sees more pixels than allowed in %s', (_name, bytes) => {
    expect(pixelsOf(bytes)).toBeGreaterThan(IMAGE_MAX_PIXELS);
  });

  const side = fc.integer({ min: 1, max: 4000 });
  const size = fc.record({ width: side, height: side });
  const place = fc.integer({ min: 0, max: 2000 }).map((half) => 2 * half);
  const frames = fc.array(fc.record({ left: place, top: place, width: side, height: side }), {
    minLength: 1,
    maxLength: 8,
  });
  it.each([
    ['GIF', gifOf],
    ['APNG', apngOf],
    ['WebP', animatedWebpOf],
  ] as const)('covers the canvas and every frame of any %s', (_format, make) => {
    fc.assert(
      fc.property(size, frames, (canvas, all) => {
        const right = Math.max(canvas.width, ...all.map(({ left, width }) => left + width));
        const bottom = Math.max(canvas.height, ...all.map(({ top, height }) => top + height));
        expect(probeImage(make(canvas, all))).toMatchObject({ width: right, height: bottom });
      }),
    );
  });

  it('covers the image that a frame of a WebP holds, whatever the frame declares', () => {
    fc.assert(
      fc.property(size, size, (small, coded) => {
        const larger = {
          width: Math.max(small.width, coded.width),
          height: Math.max(small.height, coded.height),
        };
        expect(probeImage(animatedWebpOf(small, [small, { ...small, coded }]))).toMatchObject(larger);
        expect(probeImage(extendedWebpOf(small, coded.width, coded.height))).toMatchObject(larger);
      }),
    );
  });

  it('refuses a file with more parts than any image needs', () => {
    const frames = Array.from({ length: 60_000 }, () => ({ width: 1, height: 1, pixels: 1 }));
    expect(probeImage(gifOf({ width: 9, height: 9 }, frames))).toBeNull();
    expect(probeImage(Buffer.from(`\xff\xd8${'\xff'.repeat(1_000_000)}`, 'latin1'))).toBeNull();
  });

  it('never throws for a damaged or truncated image', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...readCorpus('images').map(({ bytes }) => bytes)),
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(200),
        (image, noise, at) => {
          const broken = Buffer.from(image);
          broken.set(noise.slice(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
          expect(() => probeImage(broken)).not.toThrow();
          expect(() => probeImage(broken.subarray(0, at))).not.toThrow();
        },
      ),
    );
  });

  it('recognizes images that may be animated by their declarations before the first frame', async () => {
    const formatOf = (bytes: Buffer) => animationFormat(bytes, probeImage(bytes) ?? expect.fail());
    const [png, webp, gif] = [
      await encode(4, 4, 'png'),
      await encode(4, 4, 'webp'),
      await encode(4, 4, 'gif'),
    ];
    expect([png, webp, gif].map(formatOf)).toEqual([null, null, 'gif']);
    const data = png.indexOf('IDAT') - 4;
    const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
    expect(formatOf(Buffer.concat([png.subarray(0, data), control, png.subarray(data)]))).toBe('apng');
    expect(formatOf(Buffer.concat([png, control]))).toBeNull();
    const extended = (flags: number) =>
      Buffer.concat([
        Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
        Buffer.from([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
      ]);
    expect([extended(0x10), extended(0x12)].map(formatOf)).toEqual([null, 'webp_anim']);
  });
});
