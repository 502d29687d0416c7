/**
 * The messages by which peers connect over the instance: an offer and its answer, each with all candidates, so that a
 * connection costs two messages.
 */
export interface Signal {
  readonly kind: 'offer' | 'answer';
  /** SDP, or `BUSY`. */
  readonly data: string;
}

/** The answer of a peer that has enough connections. */
export const BUSY = 'busy';

/** The instance passes on no longer ones. */
export const MAX_SIGNAL_CHARACTERS = 3000;
/** Candidates of one description. The rest would be other addresses of the same two ends. */
const MAX_CANDIDATES = 12;

/** Leaves out candidates over TCP, which only servers accept, and as many others as make a description too long. */
export function fitSdp(sdp: string): string {
  let limit = MAX_CANDIDATES;
  let fitted = withCandidates(sdp, limit);
  while (fitted.length > MAX_SIGNAL_CHARACTERS && limit > 0) {
    limit -= 1;
    fitted = withCandidates(sdp, limit);
  }
  return fitted;
}

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
