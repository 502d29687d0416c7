/** How somebody wants streams to play, kept in this browser, so that the first picture need not wait to be told. */
import { useSyncExternalStore } from 'react';

export interface Playback {
  /** Play a stream as soon as its page opens. */
  readonly autoplay: boolean;
  /** The smallest picture that can be watched, and no previews. */
  readonly lowData: boolean;
  /** The tallest picture to play, in lines; null: the best that fits. */
  readonly maxHeight: number | null;
}

const KEY = 'playback';
const USUAL: Playback = { autoplay: true, lowData: false, maxHeight: null };

const listeners = new Set<() => void>();
let current = read();

function read(): Playback {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { autoplay, lowData, maxHeight } = Object(stored) as Record<string, unknown>;
    return {
      autoplay: autoplay !== false,
      lowData: lowData === true,
      maxHeight: typeof maxHeight === 'number' && maxHeight > 0 ? maxHeight : null,
    };
  } catch {
    // Storage may be forbidden or hold something older; what is usual serves.
    return USUAL;
  }
}

export const playback = (): Playback => current;

/** Applies to whatever begins to play from now on. */
export function setPlayback({ autoplay, lowData, maxHeight }: Playback): void {
  current = { autoplay, lowData, maxHeight };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A private window without storage forgets it; the account does not.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePlayback = (): Playback => useSyncExternalStore(subscribe, playback);
