import type { Counter, ExpiringStore } from '../shared-state/index.ts';
import { NETWORKS_PER_SITE, siteOf } from './network.ts';

export interface NetworkRate {
  /** The counted purpose, such as `contact`. Networks count separately for each. */
  readonly of: string;
  readonly network: string;
  readonly windowMs: number;
  readonly max: number;
}

/**
 * Counts an action of a network, which it may do `max` times in a window. The networks of an IPv6 site may do it
 * `NETWORKS_PER_SITE` times as often together. Actions beyond the limit of a network do not count toward that of the
 * site, so that one network cannot use it up for the others.
 * @returns a count that exceeds `max` if either limit is exceeded
 */
export async function countNetwork(
  store: ExpiringStore,
  { of, network, windowMs, max }: NetworkRate,
): Promise<Counter> {
  const own = await store.increment(`${of} ${network}`, windowMs);
  const site = siteOf(network);
  if (site === null || own.count > max) return own;
  const all = await store.increment(`${of} ${site}`, windowMs);
  const count = Math.ceil(all.count / NETWORKS_PER_SITE);
  return count > own.count ? { count, expiresInMs: all.expiresInMs } : own;
}
