/** Finds the segment of a recording that plays at a position. */
import { initPath, segmentPath } from '../recorder/recording-files.ts';
import { type RecordingView, timedSegments } from '../recorder/recording-view.ts';
import type { VideoSegment } from './keyframe-reader.ts';

/**
 * @param ms a position in the recording during playback
 * @returns the last segment of video that begins by then; null if there is none
 */
export function segmentPlayedAt(view: RecordingView, ms: number): VideoSegment | null {
  let found: VideoSegment | null = null;
  for (const { run, row, startSeconds } of timedSegments(view)) {
    if (found !== null && startSeconds * 1000 > ms) break;
    const { msn, video } = run.at(row);
    if (video === null || video.byteLength === 0) continue;
    found = { init: initPath(run.path, 'video'), path: segmentPath(run, 'video', msn, video.seconds) };
  }
  return found;
}
