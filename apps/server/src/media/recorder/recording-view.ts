/** The played part of a recording: all of it, or the ranges that trimming keeps. */
import type { RenditionName } from '../presentation/presentation.ts';
import type { RecordedRun, RecordedSegment } from './recorded-run.ts';
import type { RecordedTrack } from './recording-files.ts';

/** The positions of a run's segments that playlists list, from `start` to before `end`. */
export interface ListedRun {
  readonly run: RecordedRun;
  readonly start: number;
  readonly end: number;
}

/** The segments of a recording that playlists and downloads contain. */
export interface RecordingView {
  /** The runs in the order of playback. */
  readonly listed: readonly ListedRun[];
  /** The track of a rendition, as it was first recorded. */
  track(name: RenditionName): RecordedTrack | undefined;
}

export function* segmentsOf(listed: readonly ListedRun[]): Generator<RecordedSegment> {
  for (const { run, start, end } of listed) {
    for (let row = start; row < end; row += 1) yield run.at(row);
  }
}

export function durationMsOf({ listed }: RecordingView): number {
  let seconds = 0;
  for (const segment of segmentsOf(listed)) seconds += (segment.video ?? segment.audio)?.seconds ?? 0;
  return Math.round(seconds * 1000);
}

/** Whether any segment has video; otherwise the recording is audio only. */
export const showsVideo = ({ listed }: RecordingView): boolean =>
  listed.some(({ run }) => run.renditions.has('video'));

/** The bytes of the segments that a view lists. */
export function byteLengthOf({ listed }: RecordingView): number {
  let byteLength = 0;
  for (const { video, audio } of segmentsOf(listed))
    byteLength += (video?.byteLength ?? 0) + (audio?.byteLength ?? 0);
  return byteLength;
}

export interface TimedSegment {
  readonly run: RecordedRun;
  readonly row: number;
  /** The start on the timeline, in seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export function* timedSegments({ listed }: RecordingView): Generator<TimedSegment> {
  let startSeconds = 0;
  for (const { run, start, end } of listed) {
    for (let row = start; row < end; row += 1) {
      const { video, audio } = run.at(row);
      const endSeconds = startSeconds + ((video ?? audio)?.seconds ?? 0);
      yield { run, row, startSeconds, endSeconds };
      startSeconds = endSeconds;
    }
  }
}
