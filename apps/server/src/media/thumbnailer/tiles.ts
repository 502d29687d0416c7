/** The sizes of the small frames of storyboards, and of the sheets that contain them. */

export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 144;
/** The size of a tile in 4:2:0, before it is encoded. */
export const TILE_BYTES = (TILE_WIDTH * TILE_HEIGHT * 3) / 2;

/** The tile for times before the first frame that can be shown. */
export const BLACK_TILE: Uint8Array = Buffer.alloc(TILE_BYTES, 128).fill(16, 0, TILE_WIDTH * TILE_HEIGHT);

export const COLUMNS = 5;
export const ROWS = 5;
export const TILES_PER_SHEET = COLUMNS * ROWS;
