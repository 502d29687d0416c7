/** Runs work of the same key in order, and work of different keys concurrently. */
export class WorkQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Work that throws rejects its own promise only; the next work of the key still runs. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = this.idle(key).then(work);
    const tail = result.then(
      () => {},
      () => {},
    );
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return result;
  }

  /** Resolves when all work queued for the key so far is done. */
  idle(key: string): Promise<void> {
    return this.#tails.get(key) ?? Promise.resolve();
  }

  /** Resolves when all work queued so far is done. */
  async drain(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
