/** Finds the segment of a growing recording that was live at a time. */
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { initPath, segmentPath } from '../recorder/recording-files.ts';
import type { RecordingView } from '../recorder/recording-view.ts';
import type { VideoSegment } from './keyframe-reader.ts';

export interface RunningSegment extends VideoSegment {
  /** False if a later segment may come closer to the time. */
  readonly isFinal: boolean;
}

/**
 * @param ms the time since the beginning of the recording by the wall clock, interruptions included
 * @returns the last segment of video that began by then; null if there is none
 */
export function segmentAt({ listed }: RecordingView, ms: number): RunningSegment | null {
  const [first] = listed;
  if (first === undefined) return null;
  const timeMs = first.run.startMs + ms;
  let [found, isFinal]: [VideoSegment | null, boolean] = [null, false];
  for (const { run, start, end } of listed) {
    if (run.startMs > timeMs) {
      isFinal = true;
      break;
    }
    let [row, endMs] = [start, run.startMs];
    for (; row < end && endMs <= timeMs; row += 1) endMs += run.secondsAt(row, 'video') * 1000;
    found = lastVideo(run, start, row) ?? found;
    isFinal = endMs > timeMs;
  }
  return found && { ...found, isFinal };
}

/** The last segment of video before a row. */
function lastVideo(run: RecordedRun, start: number, end: number): VideoSegment | null {
  for (let row = end - 1; row >= start; row -= 1) {
    const { msn, video } = run.at(row);
    if (video === null || video.byteLength === 0) continue;
    return { init: initPath(run.path, 'video'), path: segmentPath(run, 'video', msn, video.seconds) };
  }
  return null;
}
