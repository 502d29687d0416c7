import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { recordVideo } from '../../../test/support/recorded-video.ts';
import { RecordingIndex, readTrack } from '../recorder/index.ts';
import { TILE_HEIGHT, TILE_WIDTH } from '../thumbnailer/tiles.ts';
import { makeStoryboard } from './storyboard.ts';

/** @returns the layout, and the pixels of each tile of the first sheet */
async function storyboardOf(files: ReadonlyMap<string, Uint8Array>, signal = new AbortController().signal) {
  const stored = [...files].map(([path, { byteLength }]) => ({ path, byteLength }));
  const index = await RecordingIndex.of(stored, async (path) =>
    readTrack(files.get(path) ?? expect.fail(path)),
  );
  const sheets: Uint8Array[] = [];
  const layout = await makeStoryboard(
    index,
    {
      read: async (path, first, last) => files.get(path)?.subarray(first, last + 1) ?? null,
      putSheet: async (sheet, bytes) => {
        expect(sheet).toBe(sheets.length);
        sheets.push(bytes);
      },
    },
    signal,
  );
  const [sheet] = sheets;
  if (sheet === undefined) return { layout, sheets, difference: () => 0, size: null };
  const image = await loadImage(Buffer.from(sheet));
  const canvas = createCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const tile = (column: number) => canvas.getImageData(column * TILE_WIDTH, 0, TILE_WIDTH, TILE_HEIGHT).data;
  /** The mean difference of all values, from 0 to 255, between two tiles of the first row. */
  const difference = (a: number, b: number) => {
    const [one, other] = [tile(a), tile(b)];
    return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
  };
  return { layout, sheets, difference, size: [image.width, image.height] };
}

/** Tiles of the same frame differ by less than this, since sheets are compressed. */
const SAME = 3;

const segmentsOf = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files.keys()].filter((path) => path.endsWith('.m4s'));

it.each(['h264', 'hevc', 'av1', 'vp9'] as const)(
  'shows another frame of %s for each five seconds of a recording',
  async (codec) => {
    const { layout, sheets, difference, size } = await storyboardOf(await recordVideo(2, codec));
    expect(layout).toEqual({ intervalMs: 5_000, tiles: 2, columns: 5, rows: 5 });
    expect(sheets).toHaveLength(1);
    expect(size).toEqual([1280, 720]);
    expect(difference(0, 1)).toBeGreaterThan(SAME);
    // The tiles after the last one are black.
    expect(difference(1, 2)).toBeGreaterThan(SAME);
    expect(difference(2, 3)).toBeLessThan(SAME);
  },
);

it('repeats the previous frame for one that cannot be decoded', async () => {
  const files = await recordVideo(3);
  const [, second = expect.fail()] = segmentsOf(files);
  files.set(second, files.get(second)?.fill(7) ?? expect.fail());
  const { difference } = await storyboardOf(files);
  expect(difference(0, 1)).toBeLessThan(SAME);
  expect(difference(1, 2)).toBeGreaterThan(SAME);
});

it('makes no storyboard of a recording without a frame that can be decoded', async () => {
  const files = await recordVideo(2);
  for (const path of segmentsOf(files)) files.set(path, Buffer.alloc(3000, 1));
  expect(await storyboardOf(files)).toMatchObject({ layout: null, sheets: [] });
});

it('stops when the instance stops', async () => {
  const files = await recordVideo(1);
  await expect(storyboardOf(files, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
});
