import type { CloseReason } from './close-reason.ts';

/** Counts since the server was made; a snapshot. */
export interface RtmpStats {
  readonly connections: number;
  readonly publishing: number;
  readonly accepted: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Closed connections by reason; a reason that never occurred is not there. */
  readonly closed: Readonly<Partial<Record<CloseReason, number>>>;
}

/** The one place where a server's connections count. */
export class RtmpCounters {
  accepted = 0;
  publishing = 0;
  bytesIn = 0;
  bytesOut = 0;
  readonly #closed = new Map<CloseReason, number>();

  countClosed(reason: CloseReason): void {
    this.#closed.set(reason, (this.#closed.get(reason) ?? 0) + 1);
  }

  snapshot(connections: number): RtmpStats {
    const { accepted, publishing, bytesIn, bytesOut } = this;
    return { connections, publishing, accepted, bytesIn, bytesOut, closed: Object.fromEntries(this.#closed) };
  }
}
