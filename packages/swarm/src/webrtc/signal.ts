/**
 * What peers tell each other over the instance to connect: an offer and its answer, each with all candidates, so that a
 * connection costs two messages. A peer that has enough connections says so instead of an answer.
 */
import type { RtcDescription } from './rtc-types.ts';

export type Signal = RtcDescription | { readonly type: 'busy' };

/** The instance passes on no longer ones. */
export const MAX_SIGNAL_BYTES = 3000;
/** Candidates of one description. The rest would be other addresses of the same two ends. */
const MAX_CANDIDATES = 12;

export function encodeSignal(signal: Signal): string {
  if (signal.type === 'busy') return JSON.stringify({ type: 'busy' });
  const { type, sdp } = signal;
  let limit = MAX_CANDIDATES;
  let text = JSON.stringify({ type, sdp: withCandidates(sdp, limit) });
  while (text.length > MAX_SIGNAL_BYTES && limit > 0) {
    limit -= 1;
    text = JSON.stringify({ type, sdp: withCandidates(sdp, limit) });
  }
  return text;
}

/** @returns null for anything that is no signal: it comes from a stranger */
export function decodeSignal(text: string): Signal | null {
  if (text.length > MAX_SIGNAL_BYTES) return null;
  const fields = parse(text);
  if (typeof fields !== 'object' || fields === null || !('type' in fields)) return null;
  if (fields.type === 'busy') return { type: 'busy' };
  if (fields.type !== 'offer' && fields.type !== 'answer') return null;
  if (!('sdp' in fields) || typeof fields.sdp !== 'string') return null;
  return { type: fields.type, sdp: fields.sdp };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Leaves out candidates over TCP, which only servers accept, and those beyond the limit. */
function withCandidates(sdp: string, limit: number): string {
  let count = 0;
  const lines = sdp.split('\r\n').filter((line) => {
    if (!line.startsWith('a=candidate:')) return true;
    if (/ tcp /i.test(line)) return false;
    count += 1;
    return count <= limit;
  });
  return lines.join('\r\n');
}
