import { useSyncExternalStore } from 'react';

/** `system` follows the device; the others are somebody's choice, kept in this browser. */
export type Theme = 'system' | 'dark' | 'light';

const KEY = 'theme';
const listeners = new Set<() => void>();
const choosing = new Set<(theme: Theme) => void>();

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** Somebody chooses a theme: it is applied and remembered, here and where `onThemeChosen` takes it. */
export function setTheme(theme: Theme): void {
  keepTheme(theme);
  for (const listener of choosing) listener(theme);
}

/** Applies a theme and remembers it in this browser; public/theme.js applies it again before the next first paint. */
export function keepTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
  apply(theme);
}

/** Hears of each choice made on this page. */
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
  // Another tab chose.
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
