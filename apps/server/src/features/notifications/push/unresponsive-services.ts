import { NoAnswerError } from '#platform/outbound/index.ts';

const SKIP_MS = 60_000;

/**
 * Skips a push service that did not answer for a minute, so that its messages do not hold up those to other
 * services. After the minute a single message tries the service first.
 */
export class UnresponsiveServices {
  /** By the services' origins. */
  readonly #skippedUntil = new Map<string, number>();

  /** @throws Error if the service is skipped, and whatever `send` throws: another attempt may succeed */
  async unlessUnresponsive<T>(endpoint: string, send: () => Promise<T>): Promise<T> {
    const { origin } = new URL(endpoint);
    const until = this.#skippedUntil.get(origin);
    if (until !== undefined) {
      if (until > Date.now()) throw new Error(`${origin} did not answer a moment ago.`);
      this.#skip(origin);
    }
    try {
      const answer = await send();
      this.#skippedUntil.delete(origin);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError) this.#skip(origin);
      throw error;
    }
  }

  #skip(origin: string): void {
    const now = Date.now();
    for (const [other, until] of this.#skippedUntil) if (until <= now) this.#skippedUntil.delete(other);
    this.#skippedUntil.set(origin, now + SKIP_MS);
  }
}
