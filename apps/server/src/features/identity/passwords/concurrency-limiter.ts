/** Lets so many pieces of work run at once, and so many more wait for their turn. */

export interface GateLimits {
  readonly atOnce: number;
  readonly longestQueue: number;
}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** @param refusal what is thrown at those who come when the queue is full */
export function createGate({ atOnce, longestQueue }: GateLimits, refusal: () => Error): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw refusal();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line without being free in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
