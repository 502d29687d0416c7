import { type ChainableCommander, Redis } from 'ioredis';
import type { Log } from '../log/log.ts';
import { createMemoryState } from './memory-state.ts';
import type { ExpiringStore, SharedState } from './shared-state.ts';

/** The limit for a command, since a request must not wait longer for a server that does not answer. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/**
 * State in Redis or Valkey, shared by all processes that use the same server and database. While the server
 * is away each process counts in its own memory, since refusing every sign-in and request would be worse;
 * that memory is dropped when the server is back. The change is logged both times.
 * Resolves once the first attempt to connect has succeeded or failed.
 */
export async function openRedisState(url: string, log: Log): Promise<SharedState> {
  const client = new Redis(url, {
    connectionName: 'tributary-state',
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // Commands fail at once while the server is unreachable, and none is sent again after a reconnect.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
  });
  let fallback: SharedState | null = null;
  let awaySince = 0;

  function fallBack(reason: unknown): SharedState {
    if (fallback) return fallback;
    fallback = createMemoryState();
    awaySince = performance.now();
    log.warn(
      { reason: String(reason) },
      'The Redis server is away; until it is back, rate limits and other shared state hold in this process only',
    );
    return fallback;
  }

  client.on('error', fallBack);
  client.on('close', () => fallBack('the connection closed'));
  client.on('ready', () => {
    if (fallback === null) return;
    void fallback.close();
    fallback = null;
    log.info({ awayMs: Math.round(performance.now() - awaySince) }, 'The Redis server is back');
  });

  function store(name: string): ExpiringStore {
    const remote = createRedisStore(client, `tributary:${name}:`);
    async function run<T>(operation: (store: ExpiringStore) => Promise<T>): Promise<T> {
      if (fallback) return operation(fallback.store(name));
      try {
        return await operation(remote);
      } catch (error) {
        const local = fallBack(error);
        // A connection that stops answering, or answers with errors, is replaced.
        client.disconnect(true);
        return operation(local.store(name));
      }
    }
    return {
      increment: (...args) => run((to) => to.increment(...args)),
      get: (...args) => run((to) => to.get(...args)),
      set: (...args) => run((to) => to.set(...args)),
      swap: (...args) => run((to) => to.swap(...args)),
      setIfAbsent: (...args) => run((to) => to.setIfAbsent(...args)),
      extend: (...args) => run((to) => to.extend(...args)),
      delete: (...args) => run((to) => to.delete(...args)),
    };
  }

  await client.connect().catch(() => undefined);
  return {
    store,
    async close() {
      client
        .removeAllListeners()
        .on('error', () => undefined)
        .disconnect();
      await fallback?.close();
    },
  };
}

function createRedisStore(client: Redis, prefix: string): ExpiringStore {
  const ms = (duration: number) => Math.max(1, Math.ceil(duration));
  return {
    async increment(key, windowMs, by = 1) {
      const name = prefix + key;
      const counted = client.multi().set(name, 0, 'PX', ms(windowMs), 'NX').incrby(name, by).pttl(name);
      const [, count, expiresInMs] = await replies(counted);
      return { count: Number(count), expiresInMs: Number(expiresInMs) };
    },
    async get(key) {
      const [value, expiresInMs] = await replies(
        client
          .multi()
          .get(prefix + key)
          .pttl(prefix + key),
      );
      return typeof value === 'string' ? { value, expiresInMs: Number(expiresInMs) } : null;
    },
    set: async (key, value, ttlMs) => void (await client.set(prefix + key, value, 'PX', ms(ttlMs))),
    async swap(key, value, ttlMs) {
      const name = prefix + key;
      const [before] = await replies(client.multi().get(name).set(name, value, 'PX', ms(ttlMs)));
      return typeof before === 'string' ? before : null;
    },
    setIfAbsent: async (key, value, ttlMs) =>
      (await client.set(prefix + key, value, 'PX', ms(ttlMs), 'NX')) === 'OK',
    extend: async (key, ttlMs) => void (await client.pexpire(prefix + key, ms(ttlMs))),
    delete: async (key) => void (await client.del(prefix + key)),
  };
}

/** @throws the first error of the transaction */
async function replies(transaction: ChainableCommander): Promise<unknown[]> {
  const results = (await transaction.exec()) ?? [];
  return results.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
