/** Limits the browsers in which one account watches at a time what a gate is for: its streams and their recordings. */
import type { Gate, UserId } from '@tributary/contracts';
import type { ExpiringStore } from '#platform/shared-state/index.ts';

/** A browser that does not renew its screen for this long has left. */
const LEASE_MS = 60_000;

export interface Viewing {
  readonly gate: Gate;
  readonly userId: UserId;
  /** The browser. */
  readonly sessionId: string;
}

interface Screen {
  readonly key: string;
  readonly sessionId: string | null;
  /** Milliseconds since 1970; 0 where nobody has the screen. */
  readonly since: number;
}

/** Each account has a few screens for a gate, and a browser leases one of them while it plays. */
export class Screens {
  readonly #store: ExpiringStore;
  readonly #limit: number;
  readonly #nowMs: () => number;

  constructor(store: ExpiringStore, limit: number, nowMs: () => number) {
    this.#store = store;
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /**
   * Renews the browser's screen, or leases a free one.
   * @param takeOver takes the screen that was leased first where none is free
   * @returns false where none is free
   */
  async lease(viewing: Viewing, takeOver: boolean): Promise<boolean> {
    const { sessionId } = viewing;
    const screens = await this.#read(viewing);
    const own = screens.find((screen) => screen.sessionId === sessionId);
    if (own !== undefined) {
      // Not written again: another browser may just have taken it over.
      await this.#store.extend(own.key, LEASE_MS);
      return true;
    }
    const value = `${sessionId} ${this.#nowMs()}`;
    for (const { key } of screens) {
      if (await this.#store.setIfAbsent(key, value, LEASE_MS)) return true;
      // Another tab of this browser may have been faster.
      if ((await this.#store.get(key))?.value.startsWith(`${sessionId} `)) return true;
    }
    if (!takeOver) return false;
    const oldest = (await this.#read(viewing)).toSorted((a, b) => a.since - b.since)[0];
    if (oldest !== undefined) await this.#store.set(oldest.key, value, LEASE_MS);
    return true;
  }

  /** Whether the browser has a screen now. */
  async has(viewing: Viewing): Promise<boolean> {
    return (await this.#read(viewing)).some(({ sessionId }) => sessionId === viewing.sessionId);
  }

  #read({ gate, userId }: Viewing): Promise<Screen[]> {
    const keys = Array.from(
      { length: this.#limit },
      (_, index) => `${userId} ${gate.kind} ${gate.id} ${index}`,
    );
    return Promise.all(
      keys.map(async (key) => {
        const [sessionId = null, since = 0] = (await this.#store.get(key))?.value.split(' ') ?? [];
        return { key, sessionId, since: Number(since) };
      }),
    );
  }
}
