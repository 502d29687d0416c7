import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LadderSource, ladderOf } from './ladder.ts';

const sourceOf = (
  width: number,
  height: number,
  frameRate = 30,
  over: Partial<LadderSource['track']> = {},
): LadderSource => ({
  track: { codec: 'h264', width, height, frameRate: null, ...over },
  frameRate,
  bitsPerSecond: 6_000_000,
});
const brief = (source: LadderSource, heights?: readonly number[]) =>
  ladderOf(source, heights).map(
    ({ name, width, height, frameRateDivisor }) => `${name} ${width}x${height} 1/${frameRateDivisor}`,
  );

describe('ladderOf', () => {
  it('offers 720p, 480p and 240p below a source of 1080p', () => {
    expect(brief(sourceOf(1920, 1080))).toEqual([
      '720p 1280x720 1/1',
      '480p 854x480 1/1',
      '240p 426x240 1/1',
    ]);
  });

  it('halves 60 frames a second below 720p', () => {
    expect(brief(sourceOf(1920, 1080, 59.94))).toEqual([
      '720p 1280x720 1/1',
      '480p 854x480 1/2',
      '240p 426x240 1/2',
    ]);
  });

  it('names portrait video by its shorter side', () => {
    expect(brief(sourceOf(1080, 1920))).toEqual([
      '720p 720x1280 1/1',
      '480p 480x854 1/1',
      '240p 240x426 1/1',
    ]);
  });

  it.each(['hevc', 'av1', 'vp9'] as const)('offers %s in H.264 of its own size first', (codec) => {
    expect(brief(sourceOf(1920, 1080, 60, { codec }))[0]).toBe('1080p 1920x1080 1/1');
  });

  it('offers nothing for a source as small as the smallest rendition', () => {
    expect(ladderOf(sourceOf(426, 240))).toEqual([]);
  });

  it('offers the sizes of another ladder, each once and the largest first', () => {
    expect(brief(sourceOf(1920, 1080), [360, 1440, 540, 360])).toEqual([
      '540p 960x540 1/1',
      '360p 640x360 1/1',
    ]);
  });

  it('gives a rendition no more bits than its share of a source with few', () => {
    const poor = { ...sourceOf(1920, 1080), bitsPerSecond: 900_000 };
    expect(ladderOf(poor).map(({ bitsPerSecond }) => bitsPerSecond)).toEqual([600_000, 400_000, 200_000]);
    expect(ladderOf(sourceOf(1920, 1080)).map(({ bitsPerSecond }) => bitsPerSecond)).toEqual([
      2_600_000, 1_360_000, 448_000,
    ]);
  });

  it('never upscales, keeps the aspect ratio and has even sides and fewer bits for smaller sizes', () => {
    const source = fc.record({
      track: fc.record({
        codec: fc.constantFrom('h264', 'hevc', 'av1', 'vp9'),
        width: fc.integer({ min: 16, max: 8192 }),
        height: fc.integer({ min: 16, max: 8192 }),
        frameRate: fc.option(fc.double({ min: 1, max: 240, noNaN: true })),
      }),
      frameRate: fc.option(fc.double({ min: 1, max: 240, noNaN: true })),
      bitsPerSecond: fc.option(fc.integer({ min: 1, max: 50_000_000 })),
    });
    const heights = fc.option(fc.array(fc.integer({ min: 2, max: 4320 }), { maxLength: 8 }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(source, heights, (one, offered) => {
        const { track } = one;
        const ladder = ladderOf(one, offered);
        expect(new Set(ladder.map(({ name }) => name)).size).toBe(ladder.length);
        for (const [i, { width, height, bitsPerSecond, frameRateDivisor }] of ladder.entries()) {
          expect([width % 2, height % 2]).toEqual([0, 0]);
          expect(width).toBeLessThanOrEqual(track.width);
          expect(height).toBeLessThanOrEqual(track.height);
          expect(bitsPerSecond).toBeGreaterThanOrEqual(100_000);
          // The longer side is exact to a pixel.
          const [short, long] = [Math.min(width, height), Math.max(width, height)];
          const aspect = Math.max(track.width, track.height) / Math.min(track.width, track.height);
          expect(Math.abs(long - short * aspect)).toBeLessThanOrEqual(1 + 2 * aspect);
          const rate = one.frameRate ?? track.frameRate ?? 30;
          if (frameRateDivisor === 2) expect(rate).toBeGreaterThan(30);
          const larger = ladder[i - 1];
          if (larger === undefined) continue;
          expect(width * height).toBeLessThan(larger.width * larger.height);
          expect(bitsPerSecond).toBeLessThanOrEqual(larger.bitsPerSecond);
        }
      }),
    );
  });
});
