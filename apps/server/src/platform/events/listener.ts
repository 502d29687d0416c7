/** Runs LISTEN on one connection of the pool, which is replaced when it breaks. */
import type pg from 'pg';
import { backoff } from '../backoff.ts';
import type { Log } from '../log/log.ts';

export interface Listener {
  /** Idempotent. */
  close(): Promise<void>;
}

export interface ListenerHandlers {
  onMessage(payload: string): void;
  /** Called when listening has resumed on a new connection. */
  onGap(): void;
}

/** How often the connection is checked, which detects a dead one, and keeps an idle one below the silence limit. */
const CHECK_EVERY_MS = 30_000;

/** Resolves once it listens. @throws Error if the first connection fails */
export async function listen(
  pool: pg.Pool,
  channel: string,
  log: Log,
  handlers: ListenerHandlers,
): Promise<Listener> {
  const stopping = new AbortController();
  let client = await connect(pool, channel, handlers);

  const keeping = (async () => {
    for (;;) {
      await connectionLost(client, stopping.signal);
      // The connection is closed instead of returned to the pool, because it is still listening.
      client.release(true);
      if (stopping.signal.aborted) return;
      log.warn({ channel }, 'The connection that listens for events broke; reconnecting');
      let next: pg.PoolClient | null = null;
      for await (const _ of backoff(stopping.signal)) {
        next = await connect(pool, channel, handlers).catch(() => null);
        if (next !== null) break;
      }
      if (next === null) return;
      client = next;
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

async function connect(pool: pg.Pool, channel: string, handlers: ListenerHandlers): Promise<pg.PoolClient> {
  const client = await pool.connect();
  // An error without a listener ends the process; `connectionLost` adds the listener that acts on it.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
  try {
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return client;
}

function connectionLost(client: pg.PoolClient, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  client.once('error', () => resolve());
  client.once('end', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  const check = setInterval(() => void client.query('select 1').catch(() => resolve()), CHECK_EVERY_MS);
  check.unref();
  return promise.finally(() => clearInterval(check));
}
