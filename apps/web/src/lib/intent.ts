/**
 * The action that a visitor intended before signing in, which runs once they have signed in and are back on the page.
 */
const KEY = 'intent';
/** After this time, the person has probably signed in for another reason. */
const MAX_AGE_MS = 60 * 60_000;

/**
 * Stores the intent in this browser rather than in the address, since a link must not act for the person who opens it.
 */
export function rememberIntent(action: string, now = Date.now()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ action, at: now }));
  } catch {
    // Storage is blocked: the visitor presses the button again.
  }
}

/** Whether `action` was intended. True only once. */
export function takeIntent(action: string, now = Date.now()): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const intent = Object(stored) as Record<string, unknown>;
    if (intent.action !== action) return false;
    localStorage.removeItem(KEY);
    return typeof intent.at === 'number' && now - intent.at < MAX_AGE_MS;
  } catch {
    return false;
  }
}
