/**
 * Renders the tiles and sheets of storyboards. Runs FFmpeg on untrusted bytes, so only processes that may crash use it.
 */
import type { Frame } from 'node-av/lib';
import { blackFrame, decodeInto, encodeWebp } from './render-thumbnail.ts';
import type { Keyframe } from './thumbnail.ts';
import { COLUMNS, ROWS, TILE_BYTES, TILE_HEIGHT, TILE_WIDTH } from './tiles.ts';

/** A low quality, since the details of such small frames are not visible. */
const QUALITY = 60;

/** Plane 0 holds luma; the others hold chroma of half the size in both directions. */
const scaleOf = (plane: number): number => (plane === 0 ? 1 : 2);

/**
 * Decodes a keyframe and scales it to a tile.
 * @returns its planes, one after another, without padding
 * @throws Error if the keyframe cannot be decoded
 */
export function renderTile(keyframe: Keyframe): Buffer {
  using frame = decodeInto(keyframe, TILE_WIDTH, TILE_HEIGHT);
  const rows = (frame.data ?? []).flatMap((plane, index) => {
    const [width, height] = [TILE_WIDTH / scaleOf(index), TILE_HEIGHT / scaleOf(index)];
    const stride = frame.linesize[index] ?? width;
    return Array.from({ length: height }, (_, y) => plane.subarray(y * stride, y * stride + width));
  });
  return Buffer.concat(rows);
}

/**
 * Decodes a keyframe and renders it as a WebP image of the size of a tile.
 * @throws Error if the keyframe cannot be decoded
 */
export function renderPreview(keyframe: Keyframe): Buffer {
  using frame = decodeInto(keyframe, TILE_WIDTH, TILE_HEIGHT);
  return encodeWebp(frame, QUALITY);
}

/** Encodes tiles as one WebP image, in rows from left to right. */
export function renderSheet(tiles: readonly Uint8Array[]): Buffer {
  using sheet = blackFrame(COLUMNS * TILE_WIDTH, ROWS * TILE_HEIGHT);
  for (const [position, tile] of tiles.slice(0, COLUMNS * ROWS).entries()) draw(sheet, position, tile);
  return encodeWebp(sheet, QUALITY);
}

function draw(sheet: Frame, position: number, tile: Uint8Array): void {
  if (tile.byteLength !== TILE_BYTES)
    throw new Error(`A tile has ${tile.byteLength} bytes, not ${TILE_BYTES}.`);
  let read = 0;
  for (const [index, plane] of (sheet.data ?? []).entries()) {
    const [width, height] = [TILE_WIDTH / scaleOf(index), TILE_HEIGHT / scaleOf(index)];
    const stride = sheet.linesize[index] ?? 0;
    const left = (position % COLUMNS) * width;
    const top = Math.floor(position / COLUMNS) * height;
    for (let y = 0; y < height; y += 1, read += width) {
      plane.set(tile.subarray(read, read + width), (top + y) * stride + left);
    }
  }
}
