/** What the overlay of a chat shows: the newest messages, for a while. */
import type { ChatDeletion, ChatMessage } from '@tributary/contracts';
import { withoutDeleted } from './chat-log.ts';

export interface OverlayLog {
  readonly messages: readonly ChatMessage[];
  readonly isRefused: boolean;
}

export type OverlayChange =
  | { readonly kind: 'received'; readonly message: ChatMessage }
  | { readonly kind: 'deleted'; readonly deleted: ChatDeletion }
  /** A message has been shown for as long as it is. */
  | { readonly kind: 'over'; readonly clientId: string }
  | { readonly kind: 'refused' };

export const EMPTY_OVERLAY: OverlayLog = { messages: [], isRefused: false };
export const SHOWN_MS = 45_000;
const MAX_SHOWN = 12;

export function changeOverlay(log: OverlayLog, change: OverlayChange): OverlayLog {
  switch (change.kind) {
    case 'received': {
      const others = log.messages.filter(({ clientId }) => clientId !== change.message.clientId);
      return { isRefused: false, messages: [...others, change.message].slice(-MAX_SHOWN) };
    }
    case 'deleted':
      return {
        ...log,
        messages: log.messages.filter((message) => withoutDeleted(message, change.deleted).text !== null),
      };
    case 'over':
      return { ...log, messages: log.messages.filter(({ clientId }) => clientId !== change.clientId) };
    case 'refused':
      return { messages: [], isRefused: true };
  }
}
