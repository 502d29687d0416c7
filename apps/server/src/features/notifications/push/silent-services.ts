/** Push services that did not answer: whoever waits for one holds up what is for the others. */
import { NoAnswer } from '#platform/outbound/index.ts';

const REST_MS = 60_000;

/** Leaves a service that did not answer alone for a minute; after it one message goes ahead of the others. */
export class SilentServices {
  /** By the services' origins. */
  readonly #restingUntil = new Map<string, number>();

  /** @throws Error where the service is left alone, and whatever `send` throws: another attempt may succeed */
  async unlessSilent<T>(endpoint: string, send: () => Promise<T>): Promise<T> {
    const { origin } = new URL(endpoint);
    const until = this.#restingUntil.get(origin);
    if (until !== undefined) {
      if (until > Date.now()) throw new Error(`${origin} did not answer a moment ago.`);
      this.#rest(origin);
    }
    try {
      const answer = await send();
      this.#restingUntil.delete(origin);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) this.#rest(origin);
      throw error;
    }
  }

  #rest(origin: string): void {
    const now = Date.now();
    for (const [other, until] of this.#restingUntil) if (until <= now) this.#restingUntil.delete(other);
    this.#restingUntil.set(origin, now + REST_MS);
  }
}
