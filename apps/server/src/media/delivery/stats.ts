/** The statistics of delivery. */
export interface DeliveryStats {
  /** Requests that are blocked now. */
  readonly waiting: number;
  /** Responses that their sockets have not fully accepted. */
  readonly draining: number;
  /** The number of responses of each kind since delivery was created. */
  readonly answers: Readonly<Record<AnswerKind, number>>;
  /** Body bytes handed to sockets. */
  readonly bytes: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

/** `refused` counts 4xx, `unavailable` 503. */
export type AnswerKind = 'playlist' | 'media' | 'not_modified' | 'refused' | 'unavailable';

/**
 * The reason why a connection was dropped. slow: it did not accept its response in time. left: it closed while its
 * request was blocked. pipelined: it sent too many requests without reading a response.
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
