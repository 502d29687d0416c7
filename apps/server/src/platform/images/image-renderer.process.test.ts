import { GifEncoder } from '@napi-rs/canvas';
import { EMOTE_ANIMATION } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { largestImages, oversizedImages, packedImages } from '../../../test/support/images/hostile-images.ts';
import { createImageRenderer } from './image-renderer.ts';

/** Creates a GIF whose frames differ. */
function gif(frames: number, delay: number): Buffer {
  const encoder = new GifEncoder(20, 10, { repeat: 0 });
  for (let n = 0; n < frames; n++) {
    const pixels = new Uint8Array(20 * 10 * 4).map((_, at) => (at % 4 === 3 ? 255 : (at * n) % 256));
    encoder.addFrame(pixels, 20, 10, { delay });
  }
  return encoder.finish();
}

/** Writes another width into the header of a GIF (GIF89a, 18). */
function declaring(image: Buffer, width: number, height: number): Buffer {
  image.writeUInt16LE(width, 6);
  image.writeUInt16LE(height, 8);
  return image;
}

/** The milliseconds for which each frame of a WebP is shown (RFC 9649, 2.7.1.1). */
function delaysOf(webp: Buffer): number[] {
  const delays: number[] = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'ANMF') delays.push(webp.readUIntLE(at + 8 + 12, 3));
    at += 8 + length + (length % 2);
  }
  return delays;
}

describe('an animated image', () => {
  const renderer = createImageRenderer(60_000);
  const animate = (bytes: Buffer) => renderer.animate(bytes, { width: 112, height: 112 });

  it('is rendered at its size with the times of its frames', async () => {
    const webp = (await animate(gif(3, 80))) ?? expect.fail();
    expect(webp.readUIntLE(24, 3) + 1).toBe(112);
    expect(webp.readUIntLE(27, 3) + 1).toBe(112);
    expect(delaysOf(webp)).toEqual([80, 80, 80]);
  });

  it.each([
    ['one frame', gif(1, 80)],
    ['too many frames', gif(EMOTE_ANIMATION.maxFrames + 1, 10)],
    ['frames that last too long', gif(2, EMOTE_ANIMATION.maxMs / 2 + 10)],
    ['too many pixels', declaring(gif(2, 80), 1_001, 1_000)],
  ])('with %s is none', async (_what, bytes) => {
    expect(await animate(bytes)).toBeNull();
  });
});

describe('a hostile image', () => {
  const renderer = createImageRenderer(60_000);
  const outcomeOf = (bytes: Buffer) =>
    renderer.render(bytes, { width: 112, height: 112, fit: 'cover' }).then(
      () => 'rendered',
      ({ code }) => code,
    );

  it.each(Object.entries(oversizedImages()))('with a huge size is refused: %s', async (_name, bytes) => {
    expect(await outcomeOf(bytes)).toBe('image_too_large');
    expect(await renderer.animate(bytes, { width: 112, height: 112 })).toBeNull();
  });

  it.each(Object.entries(packedImages()))(
    'that unpacks to far more than it holds ends in the memory of its process: %s',
    async (_name, bytes) => {
      expect(['rendered', 'image_unreadable']).toContain(await outcomeOf(bytes));
    },
  );

  // Only Linux counts mapped memory against the limit of data.
  it.runIf(process.platform === 'linux')(
    'is refused if it needs more memory than other formats',
    async () => {
      const { 'webp-lossless': lossless, 'jpeg-progressive': progressive } = largestImages();
      expect(await outcomeOf(lossless ?? expect.fail())).toBe('rendered');
      expect(await outcomeOf(progressive ?? expect.fail())).toBe('image_unreadable');
    },
  );
});

it('waits in a queue of at most four images per account, which leaves room for those of other accounts', async () => {
  const renderer = createImageRenderer(60_000);
  const target = { width: 20, height: 10, fit: 'cover' } as const;
  const render = (owner: string) =>
    renderer.render(gif(1, 80), target, owner).then(
      () => 'rendered',
      ({ code }) => code,
    );
  const outcomes = await Promise.all(['ada', 'ada', 'ada', 'ada', 'ada', 'bob'].map(render));
  expect(outcomes).toEqual(['rendered', 'rendered', 'rendered', 'rendered', 'images_busy', 'rendered']);
});
