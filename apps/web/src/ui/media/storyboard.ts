import type { Storyboard } from '@tributary/contracts/shared';

/** Where the frame of a position is. */
export interface Tile {
  /** URL of the image. */
  readonly sheet: string;
  /** From 0. */
  readonly column: number;
  readonly row: number;
}

/** @param positionMs in the recording, as its storyboard counts it; beyond its ends, it has the first or last frame */
export function tileAt({ url, intervalMs, tiles, columns, rows }: Storyboard, positionMs: number): Tile {
  const tile = Math.min((tiles ?? Infinity) - 1, Math.max(0, Math.floor(positionMs / intervalMs)));
  const place = tile % (columns * rows);
  return {
    sheet: `${url}/${Math.floor(tile / (columns * rows))}.webp`,
    column: place % columns,
    row: Math.floor(place / columns),
  };
}
