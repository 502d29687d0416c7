/**
 * Domain events, which features publish and the features after them handle. PostgreSQL's NOTIFY delivers
 * an event when its transaction commits, and only then, to every process of the instance, whichever process
 * published it (the command line included).
 */
import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Writer } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { listen } from './listener.ts';

/** A kind of event, declared by the feature that publishes it. NOTIFY limits the data to 8000 bytes of JSON. */
export interface EventType<Data> {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
}

/** @param name `feature.what_happened`; it never changes, since a process of another version may be listening */
export function defineEvent<Data>(name: string, schema: z.ZodType<Data>): EventType<Data> {
  return { name, schema };
}

const CHANNEL = 'tributary_events';

const envelope = z.object({ name: z.string(), data: z.unknown() });

/** Publishes an event when `tx` commits, and not if it rolls back. */
export async function publish<Data>(tx: Writer, type: EventType<Data>, data: Data): Promise<void> {
  const payload = JSON.stringify({ name: type.name, data });
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx);
}

export interface Events {
  /**
   * Calls `handler` for each event of this kind, from any process. A failure is logged.
   * @returns a function that stops listening
   */
  on<Data>(type: EventType<Data>, handler: (data: Data) => void | Promise<void>): () => void;
  /**
   * Calls `handler` when a lost connection has been replaced. Events may have been missed, so dependent state must be
   * read again.
   */
  onGap(handler: () => void | Promise<void>): () => void;
  /** Idempotent. */
  close(): Promise<void>;
}

/**
 * Resolves once it listens, on one connection of the pool.
 * @throws Error if the database cannot be reached
 */
export async function openEvents(pool: pg.Pool, log: Log): Promise<Events> {
  const handlers = new Map<string, Set<(data: unknown) => void | Promise<void>>>();
  const gapHandlers = new Set<() => void | Promise<void>>();

  async function call(name: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      log.error({ err, event: name }, 'An event handler failed');
    }
  }

  function receive(payload: string): void {
    let message: z.infer<typeof envelope>;
    try {
      message = envelope.parse(JSON.parse(payload));
    } catch (err) {
      log.error(
        { err, payload: payload.slice(0, 200) },
        'Ignored an event that is not valid JSON of a known shape',
      );
      return;
    }
    for (const handler of handlers.get(message.name) ?? []) {
      void call(message.name, () => handler(message.data));
    }
  }

  const listener = await listen(pool, CHANNEL, log, {
    onMessage: receive,
    onGap: () => {
      for (const handler of gapHandlers) void call('gap', handler);
    },
  });

  return {
    on(type, handler) {
      const parsing = (data: unknown) => handler(type.schema.parse(data));
      const set = handlers.get(type.name) ?? new Set();
      handlers.set(type.name, set.add(parsing));
      return () => void set.delete(parsing);
    },
    onGap(handler) {
      gapHandlers.add(handler);
      return () => void gapHandlers.delete(handler);
    },
    close: () => listener.close(),
  };
}
