import type pg from 'pg';
import type { Config } from '#config/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import type { Log } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { connectPostgres } from './postgres-connection.ts';
import { openRemoteBus } from './remote-bus.ts';

export type { Bus } from './bus.ts';

/**
 * Opens a bus over Redis or Valkey if one is configured, else over PostgreSQL if several processes may share the
 * database, else within this process.
 * @throws ConfigError if REDIS_URL cannot be reached
 */
export async function openBus(
  config: Pick<Config, 'redisUrl' | 'databaseUrl'>,
  pool: pg.Pool,
  log: Log,
): Promise<Bus> {
  const { redisUrl, databaseUrl } = config;
  if (redisUrl !== null) {
    const { connectRedis } = await import('./redis-connection.ts');
    return openRemoteBus(connectRedis(redisUrl), log).catch((cause: unknown) => {
      throw new ConfigError(`REDIS_URL: the server cannot be reached (${String(cause)}).`);
    });
  }
  return databaseUrl === null ? createInProcessBus(log) : openRemoteBus(connectPostgres(pool), log);
}
