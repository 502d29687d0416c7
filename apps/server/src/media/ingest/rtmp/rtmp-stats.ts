import type { IngestStats } from '../ingest.ts';
import type { CloseReason } from './close-reason.ts';

export interface RtmpStats extends IngestStats {
  /** Connections since the server was created, refused ones included. */
  readonly accepted: number;
  readonly closed: Readonly<Partial<Record<CloseReason, number>>>;
}

/** The counters that a server's connections share. */
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
