/**
 * Reads that may be a second old, from a streaming replica. The primary answers them while there is no replica, while
 * the replica is down or too far behind, and for callers who have just written something.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Log } from '../../log/log.ts';
import { openDatabase, type Reader, socketWithTimeout } from '../database.ts';
import { isUnavailable } from '../database-errors.ts';
import { readsPrimary } from './own-writes.ts';
import { replayedPosition, writtenPosition } from './position-reader.ts';
import { type ReplicaUse, watchReplica } from './replica-watch.ts';

/** The database for reads that may be a second old. */
export interface ReadDatabase {
  /**
   * Runs `work` on the primary too where the replica fails it or finds nothing (null or undefined), so that a row that is
   * missing from the replica alone is found. `work` must not write.
   * @throws AppError `database_unavailable`, `text_unstorable`
   */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

export interface ReplicaState extends ReplicaUse {
  /** The reads since the start, by the server that answered them. */
  readonly reads: { readonly replica: number; readonly primary: number };
}

export interface Replica extends ReadDatabase {
  /** Null without DATABASE_REPLICA_URL. */
  state(): ReplicaState | null;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly connection: pg.PoolConfig;
  readonly primary: ReadDatabase;
  readonly primaryConnection: pg.PoolConfig;
  readonly maxLagMs: number;
  readonly log: Log;
  /** The interval between measurements of the lag. */
  readonly everyMs?: number;
}

/** Waiting for a connection longer than this costs more than asking the primary. */
const CONNECT_TIMEOUT_MS = 1_000;

/** Sends all reads to the primary. */
export const withoutReplica = (primary: ReadDatabase): Replica => ({
  read: (work) => primary.read(work),
  state: () => null,
  close: async () => undefined,
});

export function openReplica({ connection, primary, log, ...options }: ReplicaOptions): Replica {
  const sockets = new Set<Socket>();
  const settings: pg.PoolConfig = {
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => {
      const socket = socketWithTimeout();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  };
  const database = openDatabase(settings, log);
  const reads = { replica: 0, primary: 0 };
  const watch = watchReplica({
    ...options,
    log,
    primary: writtenPosition(options.primaryConnection),
    replica: replayedPosition(connection),
    // A server that has stopped answering keeps its connections. Without them, the primary answers at once.
    onDown: () => {
      for (const socket of sockets) socket.destroy();
    },
  });

  function readPrimary<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    reads.primary += 1;
    return primary.read(work);
  }

  return {
    async read(work) {
      if (watch.use().state !== 'used' || readsPrimary()) return readPrimary(work);
      const result = await database.read(work).catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : undefined;
        if (isUnavailable(cause) && !isPoolTimeout(cause)) watch.failed(cause);
        return undefined;
      });
      if (result === null || result === undefined) return readPrimary(work);
      reads.replica += 1;
      return result;
    },
    state: () => ({ ...watch.use(), reads: { ...reads } }),
    async close() {
      await watch.close();
      await database.close();
    },
  };
}

/** All connections of the pool were busy, which says nothing about the server. */
const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
