/** The distribution of small frames over a recording. */
import { COLUMNS, ROWS } from '../thumbnailer/tiles.ts';

const MIN_INTERVAL_MS = 5_000;
/** The most tiles, in 40 sheets of 3 MB together. */
const MAX_TILES = 1_000;

export interface StoryboardLayout {
  /** The part of the recording that each tile covers, in whole seconds. */
  readonly intervalMs: number;
  readonly tiles: number;
  readonly columns: number;
  readonly rows: number;
}

/** Recordings longer than 83 minutes have longer intervals, so that none has more tiles. */
export function layoutOf(durationMs: number): StoryboardLayout {
  const intervalMs = Math.max(MIN_INTERVAL_MS, Math.ceil(durationMs / MAX_TILES / 1000) * 1000);
  return { intervalMs, tiles: Math.ceil(durationMs / intervalMs), columns: COLUMNS, rows: ROWS };
}

/** The middle of a tile's part of the recording, in milliseconds. */
export function middleOf({ intervalMs }: StoryboardLayout, tile: number, durationMs: number): number {
  return (tile * intervalMs + Math.min((tile + 1) * intervalMs, durationMs)) / 2;
}
