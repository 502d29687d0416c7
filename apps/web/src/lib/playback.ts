/**
 * The playback preferences, stored in this browser so that playback can start before the account's, and the
 * app, have loaded.
 */

export interface Playback {
  /** Whether a stream starts when its page opens. */
  readonly autoplay: boolean;
  /** Whether previews are turned off. */
  readonly lowData: boolean;
}

const KEY = 'playback';
const DEFAULTS: Playback = { autoplay: true, lowData: false };

const listeners = new Set<() => void>();
let current = read();

function read(): Playback {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { autoplay, lowData } = Object(stored) as Record<string, unknown>;
    return {
      autoplay: autoplay !== false,
      lowData: lowData === true,
    };
  } catch {
    // Storage is blocked or holds something invalid.
    return DEFAULTS;
  }
}

export const playback = (): Playback => current;

/** Sets the preferences of streams that start from now on. */
export function setPlayback({ autoplay, lowData }: Playback): void {
  current = { autoplay, lowData };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is blocked: this browser forgets it, but the account doesn't.
  }
  for (const listener of listeners) listener();
}

export function onPlaybackChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
