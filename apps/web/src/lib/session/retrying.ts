import { ApiProblem } from '../api.ts';
import { retryDelay } from './policy.ts';

interface RetryOptions {
  /** Asked before each further attempt. */
  wanted(): boolean;
  /** Told of each failure that is followed by another attempt. */
  onFailure?(elapsed: number): void;
}

/**
 * Tries again where no answer came or the server was busy (502, 503, 504), by the pauses of spec section 9.
 * @throws the last failure
 */
export async function retrying<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const startedAt = Date.now();
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      const elapsed = Date.now() - startedAt;
      const delay = error instanceof ApiProblem && error.isTransient ? retryDelay(retries, elapsed) : null;
      if (delay === null || !options.wanted()) throw error;
      options.onFailure?.(elapsed);
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (!options.wanted()) throw error;
    }
  }
}
