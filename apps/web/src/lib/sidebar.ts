import { useSyncExternalStore } from 'react';

/** Whether the sidebar shows words beside its icons, as somebody chose in this browser. */
const KEY = 'sidebar';
/** From this width on there is room for words without anybody having chosen. */
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

/** Opens or closes it, and remembers. */
export function toggleSidebar(): void {
  chosen = !current();
  try {
    localStorage.setItem(KEY, chosen ? 'open' : 'closed');
  } catch {
    // Storage is refused: the choice lasts as long as the page.
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
