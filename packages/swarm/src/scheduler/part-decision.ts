/**
 * Decides about a part that has not arrived. One rule comes before all others: at the last moment at which plain HTTP is
 * in time, the part is requested from the origin, whatever peers have promised.
 */
export interface PartSituation {
  readonly nowMs: number;
  /** When playback needs the part. */
  readonly deadlineMs: number;
  readonly learnedAtMs: number;
  /** Peers have at most this long from then on. */
  readonly peerWaitMs: number;
  /** How long the origin may take to send it. */
  readonly originNeedMs: number;
  /** The peer brings this stripe into the swarm. */
  readonly isSeed: boolean;
  readonly hasNeighbours: boolean;
  /** How long after its publication a part of the stripe is expected; null without a parent. */
  readonly expectedMs: number | null;
  /** When the last chunk came, or null where none came yet. */
  readonly lastChunkMs: number | null;
  /** When a neighbour was asked for it that has not answered yet. */
  readonly requestedAtMs: number | null;
  /** How long the fastest neighbour that has it takes to send it; null where none has it. */
  readonly requestNeedMs: () => number | null;
}

export type PartDecision = 'wait' | 'request' | 'origin';

/** A transfer without a chunk for so long is given up. */
const STALLED_MS = 250;
/** A request is made this long before the time at which its answer would be late. */
const LAST_CALL_MS = 75;
/** Requests that take longer are not made for parts that are not late. */
const LONGEST_REQUEST_MS = 600;

/** Peers may add a bounded time to that of the origin, however slow the origin is. */
export function handoverMs({ deadlineMs, originNeedMs, learnedAtMs, peerWaitMs }: PartSituation): number {
  return Math.min(deadlineMs - originNeedMs, learnedAtMs + peerWaitMs);
}

export function decide(situation: PartSituation): PartDecision {
  const { nowMs, learnedAtMs, expectedMs, lastChunkMs, requestedAtMs } = situation;
  const handover = handoverMs(situation);
  if (situation.isSeed || !situation.hasNeighbours || nowMs >= handover) return 'origin';
  // Most parts are neither late nor urgent: no neighbour is looked for.
  const lateMs = expectedMs === null ? learnedAtMs : learnedAtMs + expectedMs;
  if (nowMs < Math.min(lateMs, handover - LONGEST_REQUEST_MS)) return 'wait';
  const activeMs = Math.max(
    lastChunkMs ?? Number.NEGATIVE_INFINITY,
    requestedAtMs ?? Number.NEGATIVE_INFINITY,
  );
  if (nowMs - activeMs < STALLED_MS) return 'wait';
  const requestNeedMs = situation.requestNeedMs();
  if (requestNeedMs === null || nowMs + requestNeedMs > handover) return 'wait';
  if (activeMs > Number.NEGATIVE_INFINITY || expectedMs === null) return 'request';
  // A request is made while its answer is still in time, even if the parent is not late yet.
  return nowMs < Math.min(lateMs, handover - requestNeedMs - LAST_CALL_MS) ? 'wait' : 'request';
}
