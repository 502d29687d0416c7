/**
 * Domain events: what one feature tells those that come after it. They travel by PostgreSQL's
 * NOTIFY, so that an event is sent exactly when its transaction commits, and reaches every process
 * of the instance, whichever of them (the command line too) wrote.
 */

import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Writer } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { listen } from './listener.ts';

/** A kind of event, declared by the feature that publishes it. Its data must fit NOTIFY's 8000 bytes. */
export interface EventType<Data> {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
}

/** @param name `feature.what_happened`, the same for ever: another version of the program may be listening */
export function defineEvent<Data>(name: string, schema: z.ZodType<Data>): EventType<Data> {
  return { name, schema };
}

const CHANNEL = 'tributary_events';

const envelope = z.object({ name: z.string(), data: z.unknown() });

/** Publishes once `tx` commits, and not at all if it does not. */
export async function publish<Data>(tx: Writer, type: EventType<Data>, data: Data): Promise<void> {
  const payload = JSON.stringify({ name: type.name, data });
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx);
}

export interface Events {
  /**
   * Calls `handler` for each event of this kind, from whichever process; one that fails is logged.
   * @returns how to stop
   */
  on<Data>(type: EventType<Data>, handler: (data: Data) => void | Promise<void>): () => void;
  /**
   * Calls `handler` when listening has resumed after the connection was away: events may have been
   * missed, and what depends on them is to be read afresh.
   */
  onGap(handler: () => void | Promise<void>): () => void;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Listens when it resolves, on one connection of the pool. @throws Error where the database cannot be reached */
export async function openEvents(pool: pg.Pool, log: Log): Promise<Events> {
  const handlers = new Map<string, Set<(data: unknown) => void | Promise<void>>>();
  const gapHandlers = new Set<() => void | Promise<void>>();

  async function call(name: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      log.error({ err, event: name }, 'Handling an event failed');
    }
  }

  function receive(payload: string): void {
    let message: z.infer<typeof envelope>;
    try {
      message = envelope.parse(JSON.parse(payload));
    } catch (err) {
      log.error({ err }, 'An event cannot be read');
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
