/** The intervals of spec section 9. All times are in milliseconds. */

/** How often the token is checked while the page is visible. */
export const TICK_MS = 30_000;
const TICKS_AHEAD = 3;
const EXPIRY_MARGIN_MS = 90_000;
const FIRST_RETRY_MS = 200;
const RETRY_BUDGET_MS = 30_000;

/** Whether a tick refreshes a token with this much time left. */
export const isDue = (msLeft: number): boolean => Math.floor(msLeft / TICK_MS) <= TICKS_AHEAD;

/** Whether a token with this much time left is refreshed before use. */
export const isExpiring = (msLeft: number): boolean => msLeft < EXPIRY_MARGIN_MS;

/**
 * The pause before the next attempt, or null if it would exceed the budget.
 * @param retries the number of retries so far
 * @param elapsed the time since the first attempt
 */
export function retryDelay(retries: number, elapsed: number): number | null {
  const delay = FIRST_RETRY_MS * 2 ** retries;
  return elapsed + delay < RETRY_BUDGET_MS ? delay : null;
}
