import { NETWORKS_PER_SITE, siteOf } from './network.ts';

/** The amount that may be in use at the same time. */
export interface UsageLimit {
  readonly total: number;
  /** The limit of one network. The networks of an IPv6 site may use `NETWORKS_PER_SITE` times as much together. */
  readonly perNetwork: number;
}

/**
 * Counts the resources that this process has in use, in total and for each network. Resources that are held for a while
 * count here; rates are counted in `platform/shared-state`.
 */
export class NetworkUsage {
  readonly #limit: UsageLimit;
  /** The usage of networks and sites. */
  readonly #networks = new Map<string, number>();
  #total = 0;

  constructor(limit: UsageLimit) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether the usage is below the limits, so that only the last added amount can exceed them. */
  admits(network: string | null): boolean {
    if (this.#total >= this.#limit.total) return false;
    if (network === null) return true;
    const { perNetwork } = this.#limit;
    if (this.#usedBy(network) >= perNetwork) return false;
    const site = siteOf(network);
    return site === null || this.#usedBy(site) < perNetwork * NETWORKS_PER_SITE;
  }

  /**
   * Adds an amount.
   * @param network null: counts in the total only
   * @returns a function that subtracts the amount again, once
   */
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
