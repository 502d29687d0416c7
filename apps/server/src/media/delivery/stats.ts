/** Figures of one delivery since it began, for the metrics page and the log. */
export interface DeliveryStats {
  /** Requests that block now. */
  readonly waiting: number;
  /** Responses now that their socket has not taken whole. */
  readonly draining: number;
  /** Answers given. */
  readonly answers: Readonly<Record<AnswerKind, number>>;
  /** Body bytes handed to sockets. */
  readonly bytes: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

/** `refused` are 4xx, `unavailable` 503 after blocking in vain. */
export type AnswerKind = 'playlist' | 'media' | 'not_modified' | 'refused' | 'unavailable';

/**
 * Why a connection was given up. slow: it did not take its response in time. left: it closed while
 * it waited. pipelined: it sent request upon request without reading an answer.
 */
export type DropReason = 'slow' | 'left' | 'pipelined';

export interface Counters {
  readonly answers: Record<AnswerKind, number>;
  readonly dropped: Record<DropReason, number>;
  bytes: number;
}

export function createCounters(): Counters {
  return {
    answers: { playlist: 0, media: 0, not_modified: 0, refused: 0, unavailable: 0 },
    dropped: { slow: 0, left: 0, pipelined: 0 },
    bytes: 0,
  };
}
