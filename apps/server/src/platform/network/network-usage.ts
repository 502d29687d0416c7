/** How much may be in use at the same time. */
export interface UsageLimit {
  readonly total: number;
  readonly perNetwork: number;
}

/**
 * Counts what this process has in use, in all and for each network. What holds a resource for a while counts
 * here; how often something may happen is counted in `platform/shared-state`.
 */
export class NetworkUsage {
  readonly #limit: UsageLimit;
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
    return network === null || (this.#networks.get(network) ?? 0) < this.#limit.perNetwork;
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
    if (network === null) return;
    const used = (this.#networks.get(network) ?? 0) + amount;
    if (used === 0) this.#networks.delete(network);
    else this.#networks.set(network, used);
  }
}
