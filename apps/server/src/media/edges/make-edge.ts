/** Makes the files of an edge: its video is encoded again, and its audio is cut between two frames. */
import { readAv1C } from '../codecs/av1.ts';
import { readAvcC } from '../codecs/h264.ts';
import { readHvcC } from '../codecs/hevc.ts';
import { readVpcC, vp9Track } from '../codecs/vp9.ts';
import { type FragmentSample, fragmentHeaderSize, writeFragmentHeader } from '../containers/mp4/fragment.ts';
import { writeInitSection } from '../containers/mp4/init-section.ts';
import type { RenditionName } from '../presentation/presentation.ts';
import { readInitSection } from '../recorder/movie/init-reader.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { initPath, type RunFolder, segmentPath, trackPath } from '../recorder/recording-files.ts';
import type { MediaRange } from '../recorder/trimmed-recording.ts';
import { readVideoDescription } from '../storyboard/keyframe-reader.ts';
import type { VideoCodec, VideoTrack } from '../unit.ts';
import type { EdgePiece } from './cut-pieces.ts';
import { EdgeFailed, encodeInProcess } from './edge-encoder.ts';
import { type ReadFile, readFrames, type StoredFrame } from './stored-frames.ts';

/** The limit of an edge. Encoding more would take minutes, and the frames are held in memory. */
const MAX_SECONDS = 60;

export interface EdgeFiles {
  readonly read: ReadFile;
  put(path: string, bytes: Uint8Array): Promise<void>;
}

/** A part of a track, with times in its ticks. */
interface Section {
  readonly frames: readonly FragmentSample[];
  readonly startDts: number;
  /** The presentation time of its start, in seconds by the clock of its run. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/**
 * @param run the name of the edge's run
 * @returns the range that the edge shows, which begins and ends with whole frames; null if it shows none
 * @throws EdgeFailed, and the signal's reason
 */
export async function makeEdge(
  piece: EdgePiece,
  run: string,
  files: EdgeFiles,
  signal: AbortSignal,
): Promise<MediaRange | null> {
  const { first, range } = piece;
  if (piece.last.endSeconds - first.startSeconds > MAX_SECONDS)
    throw new EdgeFailed(
      `Keyframes are ${Math.round(piece.last.endSeconds - first.startSeconds)} s apart around ${range.startMs} ms; at most ${MAX_SECONDS} s can be encoded.`,
    );
  const origin = await originOf(piece, files.read);
  const video = await videoSection(piece, origin, files, run, signal);
  const audio = await audioSection(piece, origin, video, files.read);
  for (const [name, section] of [
    ['video', video],
    ['audio', audio],
  ] as const)
    if (section !== null) await putSection(name, section, first.run, run, files);
  const shown = video ?? audio;
  if (shown === null) return null;
  const at = (seconds: number) => Math.round((first.startSeconds + seconds - origin) * 1000);
  return {
    startMs: piece.cutsStart ? at(shown.startSeconds) : range.startMs,
    endMs: piece.cutsEnd ? at(shown.endSeconds) : range.endMs,
  };
}

const rowsOf = ({ first, last }: EdgePiece) => ({ first: first.row, last: last.row });

async function timescaleOf(run: RecordedRun, name: RenditionName, read: ReadFile): Promise<number> {
  return readInitSection(await read(initPath(run.path, name))).timescale;
}

/** The presentation time of an edge's first segment, in seconds by the clock of its run. */
async function originOf({ first }: EdgePiece, read: ReadFile): Promise<number> {
  const name = first.run.at(first.row).video === null ? 'audio' : 'video';
  const frames = await readFrames(first.run, name, { first: first.row, last: first.row }, read);
  const start = frames.reduce((least, { pts }) => Math.min(least, pts), Number.POSITIVE_INFINITY);
  return start / (await timescaleOf(first.run, name, read));
}

async function videoSection(
  piece: EdgePiece,
  origin: number,
  { read, put }: EdgeFiles,
  run: string,
  signal: AbortSignal,
): Promise<Section | null> {
  const { first, range } = piece;
  const shown = await readFrames(first.run, 'video', rowsOf(piece), read);
  const [head] = shown;
  if (head === undefined) return null;
  const description = await readVideoDescription(initPath(first.run.path, 'video'), read);
  if (description === null) throw new EdgeFailed('The video has no known codec.');
  const timescale = await timescaleOf(first.run, 'video', read);
  /**
   * The ticks of a time in the recording. A millisecond is subtracted, so that times that were rounded include the
   * frame that they name.
   */
  const ticksAt = (ms: number) => Math.round((origin + (ms - 1) / 1000 - first.startSeconds) * timescale);
  const fromPts = piece.cutsStart ? ticksAt(range.startMs) : 0;
  const toPts = piece.cutsEnd ? ticksAt(range.endMs) : Number.MAX_SAFE_INTEGER;
  const { configuration, frames } = await encodeInProcess(
    {
      ...description,
      frames: await withKeyframe(piece, shown, read),
      fromPts: Math.max(fromPts, Math.round(origin * timescale)),
      toPts,
      timescale,
    },
    signal,
  );
  const [start] = frames;
  if (start === undefined) return null;
  await put(
    initPath(run, 'video'),
    writeInitSection(readTrackOf(description.codec, configuration, start.payload)),
  );
  const times = shown.map(({ pts }) => pts).sort((a, b) => a - b);
  const lastShown = shown.find(({ pts }) => pts === times.at(-1)) ?? head;
  const endOf = (pts: number) => times.find((time) => time > pts) ?? lastShown.pts + lastShown.duration;
  /** Delays the presentation of the edge as much as that of later segments, so that they follow it without a gap. */
  const delay = head.pts - head.dts;
  return {
    startDts: start.pts - delay,
    frames: frames.map(({ pts, keyframe, payload }, i) => ({
      keyframe,
      payload,
      compositionOffset: delay,
      duration: (frames[i + 1]?.pts ?? endOf(pts)) - pts,
    })),
    startSeconds: start.pts / timescale,
    endSeconds: endOf(frames.at(-1)?.pts ?? 0) / timescale,
  };
}

/** @throws EdgeFailed */
function readTrackOf(codec: VideoCodec, configuration: Uint8Array, keyframe: Uint8Array): VideoTrack {
  const read = {
    h264: () => readAvcC(configuration).track,
    hevc: () => readHvcC(configuration).track,
    av1: () => readAv1C(configuration).track,
    vp9: () => vp9Track(readVpcC(configuration), keyframe),
  }[codec];
  try {
    const track = read();
    if (track !== null) return track;
  } catch (error) {
    throw new EdgeFailed('The encoder sent a damaged configuration.', { cause: error });
  }
  throw new EdgeFailed('The encoder sent no configuration.');
}

/** The frames, and the earlier ones from which decoding begins. */
async function withKeyframe(
  { first }: EdgePiece,
  shown: readonly StoredFrame[],
  read: ReadFile,
): Promise<StoredFrame[]> {
  const frames = [...shown];
  for (let row = first.row - 1; row >= 0 && frames[0]?.keyframe === false; row -= 1) {
    frames.unshift(...(await readFrames(first.run, 'video', { first: row, last: row }, read)));
    const seconds = first.startSeconds;
    if (frames.length > 120 * MAX_SECONDS)
      throw new EdgeFailed(`There is no keyframe in the ${frames.length} frames before ${seconds} s.`);
  }
  return frames;
}

/** The audio from the frame whose start is nearest to that of the video, to the one whose end is nearest to its end. */
async function audioSection(
  piece: EdgePiece,
  origin: number,
  video: Section | null,
  read: ReadFile,
): Promise<Section | null> {
  const { first, range } = piece;
  const all = await readFrames(first.run, 'audio', rowsOf(piece), read);
  if (all.length === 0) return null;
  const timescale = await timescaleOf(first.run, 'audio', read);
  const at = (ms: number) => origin + ms / 1000 - first.startSeconds;
  const from = piece.cutsStart ? (video?.startSeconds ?? at(range.startMs)) : 0;
  const to = piece.cutsEnd ? (video?.endSeconds ?? at(range.endMs)) : Number.POSITIVE_INFINITY;
  const frames = all.filter(({ pts, duration }) => {
    const middle = (pts + duration / 2) / timescale;
    return middle >= from && middle < to;
  });
  const [start] = frames;
  const end = frames.at(-1);
  if (start === undefined || end === undefined) return null;
  return {
    startDts: start.dts,
    frames: frames.map(({ duration, payload }) => ({
      duration,
      payload,
      compositionOffset: 0,
      keyframe: true,
    })),
    startSeconds: start.pts / timescale,
    endSeconds: (end.pts + end.duration) / timescale,
  };
}

async function putSection(
  name: RenditionName,
  { frames, startDts, startSeconds, endSeconds }: Section,
  source: RecordedRun,
  run: string,
  { read, put }: EdgeFiles,
): Promise<void> {
  const header = new Uint8Array(fragmentHeaderSize(name, frames.length));
  writeFragmentHeader(name, { sequence: 1, baseDecodeTime: startDts, samples: frames }, header);
  const bytes = Buffer.concat([header, ...frames.map(({ payload }) => payload)]);
  if (name === 'audio') await put(initPath(run, name), await read(initPath(source.path, name)));
  await put(trackPath(run, name), await read(trackPath(source.path, name)));
  await put(segmentPath({ path: run, layout: 'shared' }, name, 0, endSeconds - startSeconds), bytes);
}

/** Copies the files of an edge to another run. */
export async function copyEdge(edge: RecordedRun, run: string, { read, put }: EdgeFiles): Promise<void> {
  const { msn, ...parts } = edge.at(0);
  for (const name of edge.renditions) {
    const part = parts[name];
    if (part === null) continue;
    for (const pathIn of [initPath, trackPath])
      await put(pathIn(run, name), await read(pathIn(edge.path, name)));
    const segmentIn = (folder: RunFolder) => segmentPath(folder, name, msn, part.seconds);
    await put(segmentIn({ path: run, layout: 'shared' }), await read(segmentIn(edge)));
  }
}
