import { useSyncExternalStore } from 'react';

/** Whether the sidebar shows labels beside its icons, as chosen in this browser. */
const KEY = 'sidebar';
/** From this width the sidebar shows labels by default. */
const ROOMY = '(min-width: 1280px)';

const listeners = new Set<() => void>();
let chosen = read();

function read(): boolean | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? null : stored === 'open';
  } catch {
    return null;
  }
}

const current = () => chosen ?? matchMedia(ROOMY).matches;

/** Toggles the labels and stores the choice. */
export function toggleSidebar(): void {
  chosen = !current();
  try {
    localStorage.setItem(KEY, chosen ? 'open' : 'closed');
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const roomy = matchMedia(ROOMY);
  listeners.add(listener);
  roomy.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    roomy.removeEventListener('change', listener);
  };
}

export function useSidebarOpen(): boolean {
  return useSyncExternalStore(subscribe, current);
}
