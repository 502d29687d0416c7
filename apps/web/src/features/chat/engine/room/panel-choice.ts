import { t } from '@/lib/messages/t.ts';

/** Whether the chat is shown beside streams, as chosen in this browser. */

const KEY = t('chat.box.signInAction');
const listeners = new Set<() => void>();
let open = read();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'closed';
  } catch {
    return true;
  }
}

export const isChatOpen = (): boolean => open;

export function setChatOpen(isOpen: boolean): void {
  open = isOpen;
  try {
    localStorage.setItem(KEY, isOpen ? 'open' : 'closed');
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function onChatOpen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
