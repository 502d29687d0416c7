/** What a rendition can answer now, what is worth waiting for, and what will never be (RFC 8216bis 6.2.5.2, 6.2.6). */
import type { Rendition } from '../presentation/presentation.ts';

/**
 * ready: answer now. wait: it comes next. too_far: no client that has read the playlist asks for it.
 */
export type PlaylistState = 'ready' | 'wait' | 'too_far';

/** Whether the playlist holds part `part` of segment `msn`, or the whole segment where `part` is null. */
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
  // A part past the last of a finished segment stands for part 0 of the next one, which is missing
  // only while the next one has just begun.
  const nextHasBegun = msn < edge.msn - 1 || edge.part >= 0;
  return nextHasBegun || rendition.part(msn, part) !== undefined ? 'ready' : 'wait';
}

/** unknown: it never was, or a hint that was not kept. gone: it has left the live window. */
export type PartState = 'ready' | 'wait' | 'unknown' | 'gone';

/** A part that may be hinted (the next one, or the first of the next segment) is worth waiting for. */
export function partState(rendition: Rendition, msn: number, part: number): PartState {
  if (rendition.part(msn, part) !== undefined) return 'ready';
  const { edge, ended } = rendition;
  if (msn < edge.msn) return rendition.segment(msn) === undefined ? 'gone' : 'unknown';
  if (ended) return 'unknown';
  const isNext = msn === edge.msn && part === edge.part + 1 && msn !== newestComplete(rendition);
  const isFirstOfNext = msn === edge.msn + 1 && part === 0 && edge.part >= 0;
  return isNext || isFirstOfNext ? 'wait' : 'unknown';
}

/** The last whole segment; -1 while there is none. The edge may rest on it until the next one has begun. */
function newestComplete(rendition: Rendition): number {
  const { msn } = rendition.edge;
  return rendition.segment(msn) === undefined ? msn - 1 : msn;
}

/**
 * How many parts ahead a client may ask. The specification says three seconds' worth, or three; a
 * target duration's worth is let through too, since hls.js tunes in by that much.
 */
function advancePartLimit(rendition: Rendition): number {
  return Math.ceil(Math.max(3, rendition.targetDurationSeconds) / rendition.partTargetSeconds);
}
