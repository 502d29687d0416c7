/** The state of a whole chat for its listeners. */
import type { ChatDeletion, ChatRoom } from '@tributary/contracts/chat';
import { withoutDeleted } from '../log/chat-log.ts';

/** The parts of the room that have changed. */
export type RoomChange = { readonly [Part in keyof ChatRoom]?: ChatRoom[Part] | undefined };

/** A count of votes may arrive after the outcome of its poll, which is final. */
export function changeRoom(room: ChatRoom, change: RoomChange): ChatRoom {
  const { poll = room.poll } = change;
  const isLate = poll?.isOpen && room.poll?.id === poll.id && !room.poll.isOpen;
  return Object.assign({}, room, change, { poll: isLate ? room.poll : poll });
}

/** Unpins a message that is deleted. */
export const withoutPinned = (room: ChatRoom, deleted: ChatDeletion): ChatRoom =>
  room.pinned && withoutDeleted(room.pinned.message, deleted).text === null
    ? { ...room, pinned: null }
    : room;
