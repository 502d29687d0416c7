import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { animationFormat, probeImage } from './image-probe.ts';

const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const;
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

  it('never throws for a damaged or truncated image', async () => {
    const images = await Promise.all(FORMATS.map((format) => encode(40, 30, format)));
    fc.assert(
      fc.property(
        fc.constantFrom(...images),
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

  it('tells which images may move, by what they declare before their first frame', async () => {
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
