/** One LISTEN connection that comes back by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

export interface Listener {
  /** Idempotent. */
  close(): Promise<void>;
}

export interface ListenerHandlers {
  onMessage(payload: string): void;
  /** Listening again after the connection was away. */
  onGap(): void;
}

const LONGEST_BACKOFF_MS = 5_000;

/** Finds a connection that died without a word (a router forgot it, a machine vanished). */
const CHECK_EVERY_MS = 30_000;

/** Listens when it resolves. @throws Error where the first connection fails */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  log: Log,
  handlers: ListenerHandlers,
): Promise<Listener> {
  const stopping = new AbortController();
  let client = await connect(connection, channel, handlers);

  const keeping = (async () => {
    for (let backoff = 50; ; ) {
      await untilLost(client, stopping.signal);
      client.end().catch(() => undefined);
      if (stopping.signal.aborted) return;
      log.warn('The connection that brings events broke; it is opened again');
      for (;;) {
        await delay(backoff, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        try {
          client = await connect(connection, channel, handlers);
          break;
        } catch {
          backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
        }
      }
      backoff = 50;
      handlers.onGap();
    }
  })();

  return {
    close: async () => {
      stopping.abort();
      await keeping;
    },
  };
}

async function connect(
  connection: pg.ClientConfig,
  channel: string,
  handlers: ListenerHandlers,
): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: 'tributary events',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    ...connection,
  });
  // Without a listener an error ends the process; `untilLost` adds the one that acts.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  client.once('error', () => resolve());
  client.once('end', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  const check = setInterval(() => void client.query('select 1').catch(() => resolve()), CHECK_EVERY_MS);
  check.unref();
  return promise.finally(() => clearInterval(check));
}
