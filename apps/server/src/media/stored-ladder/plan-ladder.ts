/** Decides which renditions a stored video gets, and which of their segments are missing. */

import { ladderSegmentPath } from '../recorder/ladder-files.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { type LadderSource, ladderOf, renditionAt, type VideoRendition } from '../transcoder/index.ts';
import type { VideoTrack } from '../unit.ts';

export interface SourceRun {
  readonly run: RecordedRun;
  readonly track: VideoTrack;
}

/** A run with what is to be made of it: all runs have the same names. */
export interface PlannedRun extends SourceRun {
  /** The largest first. A run that is smaller than a rendition has its own size under that name. */
  readonly renditions: readonly VideoRendition[];
}

/** Rows of a run, from `first` to `last`. */
export interface Rows {
  readonly first: number;
  readonly last: number;
}

/** The renditions of all runs together, never larger than the largest run. */
export function planLadder(runs: readonly SourceRun[], heights: readonly number[]): PlannedRun[] {
  const sourceOf = ({ run, track }: SourceRun): LadderSource => ({
    track,
    frameRate: track.frameRate,
    bitsPerSecond: bitsPerSecond(run),
  });
  const names = runs.flatMap((one) => ladderOf(sourceOf(one), heights).map(({ name }) => name));
  const sides = [...new Set(names)].map((name) => Number.parseInt(name, 10)).sort((a, b) => b - a);
  return runs.map((one) => ({
    ...one,
    renditions: sides.map((side) => renditionAt(sourceOf(one), side)),
  }));
}

/** Whether the source has media there; otherwise its playlists and those of its renditions list a GAP. */
export const hasVideo = (run: RecordedRun, row: number): boolean => (run.at(row).video?.byteLength ?? 0) > 0;

export function segmentFile(run: RecordedRun, row: number, name: string): string {
  return ladderSegmentPath(run.path, name, run.at(row).msn, run.secondsAt(row, 'video'));
}

/** The rows that lack a rendition, in ranges without a gap inside. */
export function missingRows({ run, renditions }: PlannedRun, isStored: (path: string) => boolean): Rows[] {
  const ranges: Rows[] = [];
  for (let row = 0; row < run.size; row += 1) {
    if (!hasVideo(run, row)) continue;
    if (renditions.every(({ name }) => isStored(segmentFile(run, row, name)))) continue;
    const before = ranges.at(-1);
    if (before !== undefined && before.last === row - 1) ranges.splice(-1, 1, { ...before, last: row });
    else ranges.push({ first: row, last: row });
  }
  return ranges;
}

function bitsPerSecond(run: RecordedRun): number | null {
  let [bits, seconds] = [0, 0];
  for (let row = 0; row < run.size; row += 1) {
    const { video } = run.at(row);
    bits += (video?.byteLength ?? 0) * 8;
    seconds += video?.seconds ?? 0;
  }
  return seconds > 0 && bits > 0 ? bits / seconds : null;
}
