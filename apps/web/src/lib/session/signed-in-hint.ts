/** Whether a user was signed in when this browser last knew, for code that starts before the session is known. */

const KEY = 'signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function keepSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so recordings start where this browser stopped, until the session is known.
  }
}
