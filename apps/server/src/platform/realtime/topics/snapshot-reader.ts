import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../concurrency-limiter.ts';
import { AppError } from '../../errors.ts';
import { localized } from '../../messages/index.ts';
import type { ExpiringStore } from '../../shared-state/index.ts';
import { readSnapshot } from './topic-message.ts';
import { addressOf, type TopicDefinition } from './topics.ts';

/** Fewer than the connections to the database, which other work needs too. */
const MAX_CONCURRENT = 6;
/** About the number of sockets that reconnect after a restart; a waiting snapshot costs little. */
const MAX_QUEUED = 20_000;

/** How long a missing key is not looked up again, and how many such keys are kept. */
const MISSING_MS = 5_000;
const MISSING_MAX = 10_000;

/** The number of missing keys that one network may subscribe to, which people rarely do. */
const MISSES_PER_WINDOW = 60;
const WINDOW_MS = 60_000;

/** A new listener of a key that has not been found so far. */
export interface Seeker {
  readonly network: string;
}

const queueFull = () => new AppError('limited', 'limited', localized('errors.http.rate_limited'));

/** Reads snapshots for new listeners, so that no number of subscriptions can overload the database. */
export class SnapshotReader {
  readonly #counters: ExpiringStore;
  readonly #now: () => number;
  readonly #limiter: ConcurrencyLimiter;
  /** Missing keys, and the time until which they are not looked up again. */
  readonly #missing = new Map<string, number>();

  /** @param now a monotonic clock in milliseconds */
  constructor(counters: ExpiringStore, now: () => number = () => performance.now()) {
    this.#counters = counters;
    this.#now = now;
    this.#limiter = createConcurrencyLimiter(
      { maxConcurrent: MAX_CONCURRENT, maxQueued: MAX_QUEUED },
      queueFull,
    );
  }

  /**
   * @param seeker null if the key is known to exist
   * @returns null if the key does not exist
   */
  async read(
    definition: TopicDefinition,
    key: string,
    seeker: Seeker | null,
  ): Promise<Buffer | null | 'limited'> {
    const address = addressOf(definition.contract.name, key);
    if ((this.#missing.get(address) ?? 0) > this.#now()) return null;
    // Every account has its own key of a personal topic, and other topics without an argument have one key, so these
    // keys cannot be guesses.
    const { argument, personal } = definition.contract;
    const guessed = argument !== undefined && !personal ? seeker : null;
    try {
      return await this.#limiter(async () => {
        // The check waits until the snapshot is read, since misses of those ahead in the queue count.
        if (guessed !== null && (await this.#missesOf(guessed)) >= MISSES_PER_WINDOW) return 'limited';
        const bytes = await readSnapshot(definition, key);
        if (bytes === null) await this.#miss(address, guessed);
        return bytes;
      });
    } catch (error) {
      if (error instanceof AppError && error.kind === 'limited') return 'limited';
      throw error;
    }
  }

  /** Reads a snapshot for existing listeners. */
  async refresh(definition: TopicDefinition, key: string): Promise<Buffer | null> {
    this.found(addressOf(definition.contract.name, key));
    return readSnapshot(definition, key);
  }

  /** Records that a message was published under this address, so there may be a snapshot. */
  found(address: string): void {
    this.#missing.delete(address);
  }

  async #missesOf({ network }: Seeker): Promise<number> {
    return Number((await this.#counters.get(`miss ${network}`))?.value ?? 0);
  }

  async #miss(address: string, seeker: Seeker | null): Promise<void> {
    this.#missing.delete(address);
    this.#missing.set(address, this.#now() + MISSING_MS);
    const [oldest] = this.#missing.keys();
    if (this.#missing.size > MISSING_MAX && oldest !== undefined) this.#missing.delete(oldest);
    if (seeker !== null) await this.#counters.increment(`miss ${seeker.network}`, WINDOW_MS);
  }
}
