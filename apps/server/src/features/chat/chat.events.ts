/**
 * Events of chats. Those of one chat arrive in the order of its message numbers, because a transaction takes a number
 * while it holds the row of the room, and PostgreSQL delivers in the order of commits.
 */
import { chatDeletion, chatMessage, chatPreview, chatRaid, chatRoom } from '@tributary/contracts/chat';
import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

export const chatMessageSent = defineEvent('chat.message_sent', z.object({ streamId, message: chatMessage }));

/** Carries the parts of the room that have changed, with their new values. */
export const chatRoomChanged = defineEvent(
  'chat.room_changed',
  z.object({ streamId, room: chatRoom.partial() }),
);

export const chatMessagesDeleted = defineEvent(
  'chat.messages_deleted',
  z.object({ streamId, deleted: chatDeletion }),
);

export const chatMessagePreviewed = defineEvent('chat.message_previewed', chatPreview.extend({ streamId }));

/** The current raid of a stream; null: it was canceled. */
export const chatRaidChanged = defineEvent(
  'chat.raid_changed',
  z.object({
    streamId,
    raidId: z.uuid(),
    raid: chatRaid.omit({ leftMs: true }).extend({ departsAt: z.iso.datetime() }).nullable(),
  }),
);

/** The queue of a channel’s moderators has changed. */
export const chatQueueChanged = defineEvent('chat.queue_changed', z.object({ channelId: userId }));

/** The emotes of a channel, or the people who may use them, have changed. */
export const chatEmotesChanged = defineEvent('chat.emotes_changed', z.object({ channelId: userId }));
