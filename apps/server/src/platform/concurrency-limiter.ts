/** Limits how much work runs concurrently, with a bounded queue. */

export interface ConcurrencyLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>;

/** @param refusal the error to throw when the queue is full */
export function createConcurrencyLimiter(
  { maxConcurrent, maxQueued }: ConcurrencyLimits,
  refusal: () => Error,
): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxQueued) throw refusal();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // Hands the slot directly to the next in line, so that newly arriving work cannot take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
