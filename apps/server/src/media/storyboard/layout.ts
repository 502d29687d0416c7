/** How the small frames of a recording are spread over it. */
import { COLUMNS, ROWS } from '../thumbnailer/tiles.ts';

const MIN_INTERVAL_MS = 5_000;
/** In 40 sheets, of 3 MB together. */
const MAX_TILES = 1_000;

export interface StoryboardLayout {
  /** How much of the recording each tile covers: whole seconds. */
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

/** The middle of what a tile covers, in milliseconds. */
export function middleOf({ intervalMs }: StoryboardLayout, tile: number, durationMs: number): number {
  return (tile * intervalMs + Math.min((tile + 1) * intervalMs, durationMs)) / 2;
}
