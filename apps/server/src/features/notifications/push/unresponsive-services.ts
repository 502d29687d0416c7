import { NoAnswerError } from '#platform/outbound/index.ts';

const SKIP_MS = 60_000;

/**
 * Skips a push service for a minute after it did not answer, so that its messages do not hold up those to other
 * services. After the minute a single message tries the service first.
 */
export interface UnresponsiveServices {
  /** @throws Error if the service is skipped, and any error of `send`: another attempt may succeed */
  unlessUnresponsive<T>(endpoint: string, send: () => Promise<T>): Promise<T>;
}

export function createUnresponsiveServices(): UnresponsiveServices {
  /** The time until which each service is skipped, by its origin, in Unix milliseconds. */
  const skippedUntil = new Map<string, number>();

  function skip(origin: string): void {
    const now = Date.now();
    for (const [other, until] of skippedUntil) if (until <= now) skippedUntil.delete(other);
    skippedUntil.set(origin, now + SKIP_MS);
  }

  return {
    async unlessUnresponsive(endpoint, send) {
      const { origin } = new URL(endpoint);
      const until = skippedUntil.get(origin);
      if (until !== undefined) {
        if (until > Date.now()) throw new Error(`${origin} did not answer a moment ago.`);
        skip(origin);
      }
      try {
        const answer = await send();
        skippedUntil.delete(origin);
        return answer;
      } catch (error) {
        if (error instanceof NoAnswerError) skip(origin);
        throw error;
      }
    },
  };
}
