import { ApiProblem } from '../api/client.ts';
import { retryDelay } from './policy.ts';

interface RetryOptions {
  /** Whether to continue, checked before each retry. */
  wanted(): boolean;
  /** Called after each failure that is retried. */
  onFailure?(elapsed: number): void;
}

/**
 * Retries with the pauses of spec section 9 if there was no response or the server was busy (502, 503, 504).
 * @throws the last error
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
