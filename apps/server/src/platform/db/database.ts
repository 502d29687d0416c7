/** The door to PostgreSQL: reads and transactions, which hand out different types. */
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
import type { Schema } from './schema.ts';
import { parseTypes } from './types.ts';

/** What a repository's reading functions take; a `Writer` will do as well. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'fn' | 'getExecutor'>;

/** What a repository's writing functions take: one transaction. */
export type Writer = Transaction<Schema>;

/** Something to do once what was written can be seen: publish an event, send a message. */
export type Effect = () => void | Promise<void>;

export interface Database {
  /** @throws AppError `database_unavailable`, `text_unfit` */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, again from the start where PostgreSQL gave up on it for the
   * sake of another one. Effects run after commit, in order; one that fails is logged and does not
   * undo the others.
   * @throws AppError `database_unavailable`, `disk_unwritable`, `text_unfit`
   */
  transact<T>(work: (tx: Writer, onCommit: (effect: Effect) => void) => Promise<T>): Promise<T>;
  /** The pool itself, for libraries that bring their own queries (better-auth, pg-boss). */
  readonly pool: pg.Pool;
  /** The same, for libraries that take a Kysely. */
  readonly kysely: Kysely<Schema>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const ATTEMPTS = 3;

const LONGEST_STATEMENT_MS = 30_000;

/** A connection on which nothing comes for longer than any statement may take: its server, or the way there, has gone without a word. */
const SILENCE_MS = 40_000;

function connectionThatEnds(): Socket {
  const socket = new Socket();
  const silent = () =>
    socket.destroy(Object.assign(new Error('The database has fallen silent.'), { code: 'ETIMEDOUT' }));
  return socket.setTimeout(SILENCE_MS, silent);
}

/** Connects lazily. @param connection where the server is; `pg`'s own settings may be added */
export function openDatabase(connection: pg.PoolConfig, log: Log): Database {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Before they count as silent.
    idleTimeoutMillis: 20_000,
    statement_timeout: LONGEST_STATEMENT_MS,
    idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
    stream: connectionThatEnds,
    application_name: 'tributary',
    types: parseTypes,
    ...connection,
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  // Its message alone: the error carries the whole client, and a server that stops ends them all.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'An idle database connection broke'));
  // Nor may one that breaks while it is borrowed: whoever asks on it next is told.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

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
        if (isRetryable(error) && attempt < ATTEMPTS) continue;
        throw translate(error);
      }
    }
  }

  return {
    pool,
    kysely,
    transact,
    read: (work) => work(kysely).catch((error: unknown) => Promise.reject(translate(error))),
    ping: async () => {
      await kysely.executeQuery(CompiledQuery.raw('select 1')).catch((error: unknown) => {
        throw translate(error);
      });
    },
    close: () => kysely.destroy(),
  };
}

/** What callers are told of PostgreSQL's failures; whatever is none of those stays as it is. */
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
      log.error({ err }, 'What should have followed a committed transaction failed');
    }
  }
}
