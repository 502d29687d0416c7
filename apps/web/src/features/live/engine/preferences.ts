/** What this viewer set once and expects of every stream. */
export interface Preferences {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

const KEY = 'player';

export function loadPreferences(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { volume, muted } = Object(stored) as Record<string, unknown>;
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
      muted: muted === true,
    };
  } catch {
    // Storage may be forbidden or hold something older; the defaults serve.
    return { volume: 1, muted: false };
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A private window without storage forgets the volume; nothing else is lost.
  }
}
