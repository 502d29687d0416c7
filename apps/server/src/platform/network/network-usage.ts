import { NETWORKS_PER_SITE, siteOf } from './network.ts';

/** How much may be in use at the same time. */
export interface UsageLimit {
  readonly total: number;
  /** The networks of an IPv6 site may use `NETWORKS_PER_SITE` times as much together. */
  readonly perNetwork: number;
}

/**
 * Counts what this process has in use, in all and for each network. What holds a resource for a while counts
 * here; how often something may happen is counted in `platform/shared-state`.
 */
export class NetworkUsage {
  readonly #limit: UsageLimit;
  /** By network, and by site. */
  readonly #networks = new Map<string, number>();
  #total = 0;

  constructor(limit: UsageLimit) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether less than the limits is in use, so that only the last amount that is added can exceed them. */
  admits(network: string | null): boolean {
    if (this.#total >= this.#limit.total) return false;
    if (network === null) return true;
    const { perNetwork } = this.#limit;
    if (this.#usedBy(network) >= perNetwork) return false;
    const site = siteOf(network);
    return site === null || this.#usedBy(site) < perNetwork * NETWORKS_PER_SITE;
  }

  /** @param network null: counts in the total only. @returns subtracts the amount again, once */
  add(network: string | null, amount = 1): () => void {
    this.#change(network, amount);
    let held = true;
    return () => {
      if (held) this.#change(network, -amount);
      held = false;
    };
  }

  #change(network: string | null, amount: number): void {
    this.#total += amount;
    for (const name of network === null ? [] : [network, siteOf(network)]) {
      if (name === null) continue;
      const used = this.#usedBy(name) + amount;
      if (used === 0) this.#networks.delete(name);
      else this.#networks.set(name, used);
    }
  }

  #usedBy(name: string): number {
    return this.#networks.get(name) ?? 0;
  }
}
