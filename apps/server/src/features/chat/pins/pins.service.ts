/** The message that moderators show above a chat. */
import type { ChatPinRequest } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { errors } from '../chat.errors.ts';
import { chatRoomChanged } from '../chat.events.ts';
import { findOpenChats } from '../members/members.repo.ts';
import { channelOf, requireModerator } from '../members/ranks.ts';
import { findMessage } from '../messages/message-pages.repo.ts';
import { findPin, putPin, removePin } from './pins.repo.ts';

export interface ChatPins {
  /** @throws stream_not_found, not_moderator, chat_closed, message_not_found */
  pin(id: StreamId, request: ChatPinRequest, by: Actor): Promise<void>;
  /** Idempotent. @throws stream_not_found, not_moderator */
  unpin(id: StreamId, by: Actor): Promise<void>;
}

export function createChatPins({ db }: { readonly db: Database }): ChatPins {
  return {
    async pin(id, { number, seconds }, by) {
      await db.transact(async (tx) => {
        const channelId = await channelOf(tx, id);
        await requireModerator(tx, channelId, by.userId, 'room');
        if (!(await findOpenChats(tx, channelId)).includes(id)) throw errors.chat_closed();
        const message = await findMessage(tx, id, number);
        if (message?.text == null) throw errors.message_not_found();
        await putPin(tx, { streamId: id, number, seconds, pinnedBy: by.userId });
        await publish(tx, chatRoomChanged, { streamId: id, room: { pinned: await findPin(tx, id) } });
        const after = { number, seconds };
        await audit(tx, { by, action: 'chat.message_pinned', kind: 'stream', id, after });
      });
    },
    async unpin(id, by) {
      await db.transact(async (tx) => {
        await requireModerator(tx, await channelOf(tx, id), by.userId, 'room');
        const number = await removePin(tx, id);
        if (number === null) return;
        await publish(tx, chatRoomChanged, { streamId: id, room: { pinned: null } });
        await audit(tx, { by, action: 'chat.message_unpinned', kind: 'stream', id, before: { number } });
      });
    },
  };
}
