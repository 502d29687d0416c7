/** How the player comes back to a source that stopped answering. */

const FIRST_MS = 400;
const LONGEST_MS = 5_000;

/** Wait before attempt `attempt` (from 0), in milliseconds; spread, so that viewers do not return in step. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 1.7 ** Math.min(attempt, 12));
  return ceiling * (0.6 + 0.4 * random());
}

/** A source that has been missing (404) for this long is not coming back, in milliseconds. */
export const MISSING_FOR_MS = 90_000;

const DAMAGE_WINDOW_MS = 30_000;
const MOST_DAMAGE = 3;

/** Counts decoding failures: one can be a torn part, several in a row mean that this browser cannot play it. */
export class DamageCount {
  #times: number[] = [];

  /** Whether another failure at `now` (milliseconds) is one too many. */
  isTooMuch(now: number): boolean {
    this.#times = this.#times.filter((time) => now - time < DAMAGE_WINDOW_MS);
    this.#times.push(now);
    return this.#times.length > MOST_DAMAGE;
  }
}
