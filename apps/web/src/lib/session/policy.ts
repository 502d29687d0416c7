/** The figures of spec section 9 and what follows from them. All times are in milliseconds. */

/** How often the session is looked at while the page is in view. */
export const TICK_MS = 30_000;
const TICKS_AHEAD = 3;
const EXPIRY_MARGIN_MS = 90_000;
const FIRST_RETRY_MS = 200;
const RETRY_BUDGET_MS = 30_000;

/** Whether a tick replaces a token with this much life left. */
export const isDue = (msLeft: number): boolean => Math.floor(msLeft / TICK_MS) <= TICKS_AHEAD;

/** Whether a token with this much life left is replaced before it is handed out. */
export const isExpiring = (msLeft: number): boolean => msLeft < EXPIRY_MARGIN_MS;

/**
 * The pause before trying once more, or null where that would lead past the budget.
 * @param retries how many there have been
 * @param elapsed since the first attempt began
 */
export function retryDelay(retries: number, elapsed: number): number | null {
  const delay = FIRST_RETRY_MS * 2 ** retries;
  return elapsed + delay < RETRY_BUDGET_MS ? delay : null;
}
