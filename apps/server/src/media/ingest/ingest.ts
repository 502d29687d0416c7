import type { MediaLog, PublishTarget } from '../ports.ts';

/** A protocol that encoders publish over. */
export interface Ingest {
  /** Names the ingest in statistics. */
  readonly name: string;
  /**
   * Starts to accept publishers.
   * @throws the system's error if its port is taken (EADDRINUSE, EACCES)
   */
  listen(): Promise<void>;
  stats(): IngestStats;
  /** Ends every publication with `shutdown`, informs the encoders, and resolves once all connections are closed. */
  close(): Promise<void>;
}

/** Creates an ingest that publishes to `target`. */
export type IngestFactory = (target: PublishTarget, log: MediaLog) => Ingest;

/** A snapshot of the counts since the ingest was created. */
export interface IngestStats {
  /** Open connections. */
  readonly connections: number;
  /** Connections with an accepted publish. */
  readonly publishing: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Closed connections by reason; reasons that never occurred are missing. */
  readonly closed: Readonly<Record<string, number>>;
}
