import type { Storyboard } from '@tributary/contracts/shared';

/** The location of a position's frame. */
export interface Tile {
  /** The URL of the image. */
  readonly sheet: string;
  /** The column, counted from 0. */
  readonly column: number;
  readonly row: number;
}

/**
 * @param positionMs the position in the recording, as its storyboard counts it; beyond its ends, the first or last
 * frame is used
 */
export function tileAt({ url, intervalMs, tiles, columns, rows }: Storyboard, positionMs: number): Tile {
  const tile = Math.min((tiles ?? Infinity) - 1, Math.max(0, Math.floor(positionMs / intervalMs)));
  const place = tile % (columns * rows);
  return {
    sheet: `${url}/${Math.floor(tile / (columns * rows))}.webp`,
    column: place % columns,
    row: Math.floor(place / columns),
  };
}
