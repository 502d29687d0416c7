import { useSyncExternalStore } from 'react';

/** `system` follows the device; the others are stored in this browser. */
export type Theme = 'system' | 'dark' | 'light';

const KEY = 'theme';
const listeners = new Set<() => void>();
const choosing = new Set<(theme: Theme) => void>();

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** Applies and stores a theme that the user chose, and calls the listeners of `onThemeChosen`. */
export function setTheme(theme: Theme): void {
  keepTheme(theme);
  for (const listener of choosing) listener(theme);
}

/**
 * Applies a theme and stores it in this browser. public/theme.js applies it before the first paint of the
 * next load.
 */
export function keepTheme(theme: Theme): void {
  try {
    // The system's is stored as well, since the instance may have another default.
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  apply(theme);
}

/** Calls `listener` for each choice made in this tab. */
export function onThemeChosen(listener: (theme: Theme) => void): void {
  choosing.add(listener);
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The theme was chosen in another tab.
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY)
      apply(event.newValue === 'dark' || event.newValue === 'light' ? event.newValue : 'system');
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current);
}
