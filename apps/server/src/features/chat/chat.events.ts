/**
 * What happens in chats. The events of one chat arrive in the order of its message numbers, because a transaction
 * gives a number while it holds the row of the room, and PostgreSQL delivers in the order of commits.
 */
import { chatDeletion, chatMessage, chatPreview, chatRaid, chatRoom } from '@tributary/contracts/chat';
import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

export const chatMessageSent = defineEvent('chat.message_sent', z.object({ streamId, message: chatMessage }));

/** Carries what has changed of the room, as it is now. */
export const chatRoomChanged = defineEvent(
  'chat.room_changed',
  z.object({ streamId, room: chatRoom.partial() }),
);

export const chatMessagesDeleted = defineEvent(
  'chat.messages_deleted',
  z.object({ streamId, deleted: chatDeletion }),
);

export const chatMessagePreviewed = defineEvent('chat.message_previewed', chatPreview.extend({ streamId }));

/** The raid of a stream as it is now; null: it was canceled. */
export const chatRaidChanged = defineEvent(
  'chat.raid_changed',
  z.object({
    streamId,
    raidId: z.uuid(),
    raid: chatRaid.omit({ leftMs: true }).extend({ departsAt: z.iso.datetime() }).nullable(),
  }),
);

/** What waits for a channel's moderators has changed. */
export const chatQueueChanged = defineEvent('chat.queue_changed', z.object({ channelId: userId }));

/** Which emotes a channel has, or who may use them, has changed. */
export const chatEmotesChanged = defineEvent('chat.emotes_changed', z.object({ channelId: userId }));
