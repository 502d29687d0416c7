/** Access to PostgreSQL: reads and transactions, with different types. */
import { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { diskUnwritable, isUnwritable } from '../errors.ts';
import type { Log } from '../log/log.ts';
import {
  databaseUnavailable,
  isRetryable,
  isUnavailable,
  isUnstorableText,
  unstorableText,
} from './database-errors.ts';
import { preparingPool } from './prepared.ts';
import type { Schema } from './schema.ts';
import { parseTypes } from './types.ts';

/** The type for a repository's reading functions, which accept a `Writer` too. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'fn' | 'getExecutor'>;

/** The type for a repository's writing functions: one transaction. */
export type Writer = Transaction<Schema>;

/** Work that runs after the commit, for example to publish an event. */
export type Effect = () => void | Promise<void>;

export interface Database {
  /** @throws AppError `database_unavailable`, `text_unstorable` */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, and again from the start after a serialization failure or a deadlock.
   * Effects run after the commit, in order; one that fails is logged and does not affect the others.
   * @throws AppError `database_unavailable`, `disk_unwritable`, `text_unstorable`
   */
  transact<T>(work: (tx: Writer, onCommit: (effect: Effect) => void) => Promise<T>): Promise<T>;
  /** Runs a report on a connection of its own, because it takes longer than the statements of a request may. */
  report<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** The same database on one connection that stays open, for what a connection holds. The caller closes it. */
  openSession(): Database;
  /** The pool, for libraries with their own queries (better-auth, pg-boss). */
  readonly pool: pg.Pool;
  /** The same connections, for libraries that take a Kysely. */
  readonly kysely: Kysely<Schema>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;

const STATEMENT_TIMEOUT_MS = 30_000;

/** A connection that receives nothing for longer than any statement may take is dead, although TCP has not noticed. */
const SOCKET_TIMEOUT_MS = 40_000;

export function socketWithTimeout(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SOCKET_TIMEOUT_MS, () => {
    const error = new Error(`The database has sent nothing for ${SOCKET_TIMEOUT_MS} ms.`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/**
 * Opens the database, which connects lazily.
 * @param connection the server, with any other settings of `pg`
 */
export function openDatabase(connection: pg.PoolConfig, log: Log): Database {
  const settings: pg.PoolConfig = {
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Shorter than the socket timeout, so that idle connections are closed rather than reported as broken.
    idleTimeoutMillis: 20_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    stream: socketWithTimeout,
    application_name: 'tributary',
    types: parseTypes,
    ...connection,
  };
  const pool = openPool(settings, log);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });

  async function transact<T>(
    work: (tx: Writer, onCommit: (effect: Effect) => void) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const effects: Effect[] = [];
      try {
        const result = await kysely.transaction().execute((tx) => work(tx, (effect) => effects.push(effect)));
        await runEffects(effects, log);
        return result;
      } catch (error) {
        if (isRetryable(error) && attempt < MAX_ATTEMPTS) continue;
        throw translate(error);
      }
    }
  }

  return {
    pool,
    kysely,
    transact,
    read: (work) => work(kysely).catch((error: unknown) => Promise.reject(translate(error))),
    async report(work) {
      const own = openPool({ ...settings, max: 1, statement_timeout: 0, stream: () => new Socket() }, log);
      const reporting = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: own }) });
      try {
        return await work(reporting);
      } finally {
        await reporting.destroy();
      }
    },
    openSession: () => openDatabase({ ...connection, max: 1, idleTimeoutMillis: 0 }, log),
    ping: async () => {
      await kysely.executeQuery(CompiledQuery.raw('select 1')).catch((error: unknown) => {
        throw translate(error);
      });
    },
    close: () => kysely.destroy(),
  };
}

function openPool(settings: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(settings);
  // Without a listener, an idle connection that breaks would end the process; the pool replaces it on the next use.
  // Only the message is logged, because the error holds the whole client and a stopping server breaks all of them.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'An idle database connection was lost'));
  // A connection in use needs a listener as well; its next query fails with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Turns PostgreSQL's errors into AppErrors; returns any other error unchanged. */
export function translate(error: unknown): unknown {
  if (isUnwritable(error)) return diskUnwritable(error);
  if (isUnavailable(error)) return databaseUnavailable(error);
  return isUnstorableText(error) ? unstorableText(error) : error;
}

async function runEffects(effects: readonly Effect[], log: Log): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (err) {
      log.error({ err }, 'An effect of a committed transaction failed');
    }
  }
}
