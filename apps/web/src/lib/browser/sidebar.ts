/**
 * Whether the sidebar shows labels beside its icons, as chosen in this browser. Stream pages have a choice of
 * their own: the player needs the width there, so the sidebar starts without labels.
 */
import { useSyncExternalStore } from 'react';

export type SidebarPlace = 'pages' | 'streams';

const KEYS: Readonly<Record<SidebarPlace, string>> = { pages: 'sidebar', streams: 'sidebar-on-streams' };
/** From this width the sidebar shows labels by default. */
const ROOMY = '(min-width: 1280px)';

const listeners = new Set<() => void>();
const chosen = { pages: read('pages'), streams: read('streams') };

function read(place: SidebarPlace): boolean | null {
  try {
    const stored = localStorage.getItem(KEYS[place]);
    return stored === null ? null : stored === 'open';
  } catch {
    return null;
  }
}

const isOpen = (place: SidebarPlace) => chosen[place] ?? (place === 'pages' && matchMedia(ROOMY).matches);

/** Toggles the labels and stores the choice. */
export function toggleSidebar(place: SidebarPlace): void {
  const open = !isOpen(place);
  chosen[place] = open;
  try {
    localStorage.setItem(KEYS[place], open ? 'open' : 'closed');
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

export function useSidebarOpen(place: SidebarPlace): boolean {
  return useSyncExternalStore(subscribe, () => isOpen(place));
}
