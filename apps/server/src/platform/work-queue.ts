/** Runs the work of one key in order, of different keys side by side. */
export class WorkQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Work that throws rejects its own promise and holds nothing up. */
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

  /** Resolves when what has been queued for the key so far is done. */
  idle(key: string): Promise<void> {
    return this.#tails.get(key) ?? Promise.resolve();
  }

  async drain(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
