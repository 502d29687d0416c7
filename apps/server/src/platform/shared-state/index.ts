import type { Config } from '#config/config.ts';
import type { Log } from '../log/log.ts';
import { createMemoryState } from './memory-state.ts';
import type { SharedState } from './shared-state.ts';

export { createMemoryState } from './memory-state.ts';
export type { Counter, ExpiringStore, SharedState } from './shared-state.ts';

/** Opens Redis or Valkey if one is configured, else this process's memory. */
export async function openSharedState(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  log: Log,
): Promise<SharedState> {
  if (redisUrl === null) return createMemoryState();
  const { openRedisState } = await import('./redis-state.ts');
  return openRedisState(redisUrl, log);
}
