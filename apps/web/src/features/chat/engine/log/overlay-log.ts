/** The content of a chat's overlay: the newest messages, for a while, and above them a pinned one and a poll. */
import {
  type ChatDeletion,
  type ChatMessage,
  type ChatRoom,
  EMPTY_CHAT_ROOM,
} from '@tributary/contracts/chat';
import { changeRoom, type RoomChange, withoutPinned } from '../room/chat-room.ts';
import { withoutDeleted } from './chat-log.ts';

export interface OverlayLog {
  readonly messages: readonly ChatMessage[];
  readonly room: ChatRoom;
  readonly isRefused: boolean;
}

export type OverlayChange =
  | { readonly kind: 'received'; readonly message: ChatMessage }
  | { readonly kind: 'room'; readonly room: RoomChange }
  | { readonly kind: 'deleted'; readonly deleted: ChatDeletion }
  /** The display time of a message is over. */
  | { readonly kind: 'over'; readonly clientId: string }
  | { readonly kind: 'refused' };

export const EMPTY_OVERLAY: OverlayLog = { messages: [], room: EMPTY_CHAT_ROOM, isRefused: false };
export const SHOWN_MS = 45_000;
const MAX_SHOWN = 12;

export function changeOverlay(log: OverlayLog, change: OverlayChange): OverlayLog {
  switch (change.kind) {
    case 'received': {
      const others = log.messages.filter(({ clientId }) => clientId !== change.message.clientId);
      return { ...log, isRefused: false, messages: [...others, change.message].slice(-MAX_SHOWN) };
    }
    case 'room':
      return { ...log, isRefused: false, room: changeRoom(log.room, change.room) };
    case 'deleted':
      return {
        ...log,
        room: withoutPinned(log.room, change.deleted),
        messages: log.messages.filter((message) => withoutDeleted(message, change.deleted).text !== null),
      };
    case 'over':
      return { ...log, messages: log.messages.filter(({ clientId }) => clientId !== change.clientId) };
    case 'refused':
      return { ...EMPTY_OVERLAY, isRefused: true };
  }
}
