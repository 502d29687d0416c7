import { useSyncExternalStore } from 'react';

/** Whether the command palette is open; buttons, keys and the palette itself share it. */
let open = false;
const listeners = new Set<() => void>();

export function setPaletteOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}
