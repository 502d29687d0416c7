/** How the small frames of a recording are spread over it, and over the sheets of its storyboard. */

export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 144;
/** In 4:2:0, before it is encoded. */
export const TILE_BYTES = (TILE_WIDTH * TILE_HEIGHT * 3) / 2;

/** For what comes before the first frame that can be shown. */
export const BLACK_TILE: Uint8Array = Buffer.alloc(TILE_BYTES, 128).fill(16, 0, TILE_WIDTH * TILE_HEIGHT);

export const COLUMNS = 5;
export const ROWS = 5;
export const TILES_PER_SHEET = COLUMNS * ROWS;

const MIN_INTERVAL_MS = 5_000;
/** In 40 sheets, of 3 MB together. */
const MAX_TILES = 1_000;

export interface StoryboardLayout {
  /** How much of the recording each tile stands for: whole seconds. */
  readonly intervalMs: number;
  readonly tiles: number;
  readonly columns: number;
  readonly rows: number;
}

/** A longer recording than 83 minutes has longer intervals, so that it never has more tiles. */
export function layoutOf(durationMs: number): StoryboardLayout {
  const intervalMs = Math.max(MIN_INTERVAL_MS, Math.ceil(durationMs / MAX_TILES / 1000) * 1000);
  return { intervalMs, tiles: Math.ceil(durationMs / intervalMs), columns: COLUMNS, rows: ROWS };
}

/** The middle of what a tile stands for, in milliseconds. */
export function middleOf({ intervalMs }: StoryboardLayout, tile: number, durationMs: number): number {
  return (tile * intervalMs + Math.min((tile + 1) * intervalMs, durationMs)) / 2;
}
