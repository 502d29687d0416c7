/** What a visitor wanted before signing in, to be done once they have signed in and are back on the page. */
const KEY = 'intent';
/** A person who signs in later than this came for something else. */
const MAX_AGE_MS = 60 * 60_000;

/** Kept in this browser rather than in the address: a link must not act for the person who opens it. */
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
