/** Items that are due a fixed time after they were added, with one timer for all. */
export interface Expiry<T> {
  add(item: T): void;
  delete(item: T): void;
  readonly size: number;
  /** Removes every item without calling `onDue`. */
  clear(): void;
}

/** Calls `onDue` for each item that is not deleted within `afterMs` of `add`. Does not keep the process alive. */
export function createExpiry<T>(afterMs: number, onDue: (item: T) => void): Expiry<T> {
  // A map keeps the order of insertion, which is the order of expiry since all have the same duration.
  const dueAt = new Map<T, number>();
  let timer: NodeJS.Timeout | undefined;

  function arm(delayMs: number): void {
    timer ??= setTimeout(sweep, Math.ceil(delayMs)).unref();
  }

  function sweep(): void {
    timer = undefined;
    const now = performance.now();
    for (const [item, due] of dueAt) {
      if (due > now) {
        arm(due - now);
        return;
      }
      dueAt.delete(item);
      onDue(item);
    }
  }

  return {
    add(item) {
      dueAt.set(item, performance.now() + afterMs);
      arm(afterMs);
    },
    delete(item) {
      dueAt.delete(item);
    },
    get size() {
      return dueAt.size;
    },
    clear() {
      dueAt.clear();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
