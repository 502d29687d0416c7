/**
 * Decides whether a request can be answered now, must wait, or can never be answered (RFC 8216bis sections 6.2.5.2 and
 * 6.2.6).
 */
import type { Rendition } from '../../presentation/presentation.ts';

/** ready: answer now. wait: it comes next. too_far: beyond what a client that has the playlist may request. */
export type PlaylistState = 'ready' | 'wait' | 'too_far';

/** Whether the playlist contains part `part` of segment `msn`, or the whole segment if `part` is null. */
export function playlistState(rendition: Rendition, msn: number, part: number | null): PlaylistState {
  if (rendition.ended) return 'ready';
  const { edge } = rendition;
  const complete = newestComplete(rendition);
  if (msn > complete + 2) return 'too_far';
  if (part === null) return msn <= complete ? 'ready' : 'wait';

  if (msn > edge.msn) return part > advancePartLimit(rendition) ? 'too_far' : 'wait';
  if (msn === edge.msn) {
    if (part <= edge.part) return 'ready';
    if (msn === complete) return 'wait';
    return part > edge.part + advancePartLimit(rendition) ? 'too_far' : 'wait';
  }
  // A part past the last of a finished segment means part 0 of the next one, which is missing only
  // while the next one has no part.
  const nextHasBegun = msn < edge.msn - 1 || edge.part >= 0;
  return nextHasBegun || rendition.part(msn, part) !== undefined ? 'ready' : 'wait';
}

/** unknown: it never existed, or a hint that was not fulfilled. gone: it has left the live window. */
export type PartState = 'ready' | 'wait' | 'unknown' | 'gone';

/**
 * The state of a part. Requests for a part that may be hinted (the next one, or the first of the next segment) wait.
 */
export function partState(rendition: Rendition, msn: number, part: number): PartState {
  if (rendition.part(msn, part) !== undefined) return 'ready';
  const { edge, ended } = rendition;
  if (msn < edge.msn) return rendition.segment(msn) === undefined ? 'gone' : 'unknown';
  if (ended) return 'unknown';
  const isNext = msn === edge.msn && part === edge.part + 1 && msn !== newestComplete(rendition);
  const isFirstOfNext = msn === edge.msn + 1 && part === 0 && edge.part >= 0;
  return isNext || isFirstOfNext ? 'wait' : 'unknown';
}

/** The last complete segment, or -1. The edge may be on it until the next one begins. */
function newestComplete(rendition: Rendition): number {
  const { msn } = rendition.edge;
  return rendition.segment(msn) === undefined ? msn - 1 : msn;
}

/**
 * The number of parts that a client may request ahead. The specification says the parts of three seconds, or three
 * parts. Those of a target duration are accepted too, since hls.js requests that many.
 */
function advancePartLimit(rendition: Rendition): number {
  return Math.ceil(Math.max(3, rendition.targetDurationSeconds) / rendition.partTargetSeconds);
}
