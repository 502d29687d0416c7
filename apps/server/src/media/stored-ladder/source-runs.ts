/** Reads what is encoded of a stored video: its tracks and segments. */
import { readFrames } from '../edges/stored-frames.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { initPath, readTrack, trackPath } from '../recorder/recording-files.ts';
import { readVideoDescription } from '../storyboard/keyframe-reader.ts';
import { TIMESCALE } from '../unit.ts';
import { LadderFailed } from './encoder-process.ts';
import type { SourceSegment } from './messages.ts';
import { hasVideo, type SourceRun } from './plan-ladder.ts';

type Read = (path: string) => Promise<Buffer>;

/** Further back, no keyframe is looked for. */
const MAX_LEAD_ROWS = 60;

/** @throws LadderFailed */
export async function describeRun(run: RecordedRun, read: Read): Promise<SourceRun> {
  const description = await readVideoDescription(initPath(run.path, 'video'), async (path, first, last) =>
    (await read(path)).subarray(first, last + 1),
  );
  if (description === null) throw new LadderFailed(`The video of ${run.path} has no known codec.`);
  const track = readTrack(await read(trackPath(run.path, 'video')));
  if (track.kind !== 'video') throw new LadderFailed(`${run.path} describes no video.`);
  const { codecString, width, height } = track;
  const frameRate = track.frameRate ?? (await measureFrameRate(run, read));
  return { run, track: { kind: 'video', codecString, width, height, frameRate, ...description } };
}

/** By the first segment, so that each attempt finds the same. */
async function measureFrameRate(run: RecordedRun, read: Read): Promise<number | null> {
  for (let row = 0; row < run.size; row += 1) {
    if (!hasVideo(run, row)) continue;
    const frames = await readFrames(run, 'video', { first: row, last: row }, read);
    const seconds = run.secondsAt(row, 'video');
    if (frames.length > 1 && seconds > 0) return Math.max(1, Math.round(frames.length / seconds));
  }
  return null;
}

/** The row at which decoding begins: one with a keyframe before the first that is encoded, for frames that refer to it. */
export async function leadOf(run: RecordedRun, first: number, read: Read): Promise<number> {
  const furthest = Math.max(0, first - MAX_LEAD_ROWS);
  for (let row = first - 1; row >= furthest; row -= 1) {
    if (!hasVideo(run, row)) return row + 1;
    const [frame] = await readFrames(run, 'video', { first: row, last: row }, read);
    if (frame?.keyframe) return row;
  }
  return furthest;
}

/** @returns null where the segment has no frames */
export async function readSegment(
  run: RecordedRun,
  row: number,
  isEncoded: boolean,
  read: Read,
): Promise<SourceSegment | null> {
  const frames = await readFrames(run, 'video', { first: row, last: row }, read);
  const [first] = frames;
  if (first === undefined) return null;
  const last = frames.reduce((latest, frame) => (frame.pts > latest.pts ? frame : latest), first);
  const endPts = last.pts + (last.duration || TIMESCALE / 30);
  return { msn: run.at(row).msn, frames, startPts: first.pts, endPts, isEncoded };
}
