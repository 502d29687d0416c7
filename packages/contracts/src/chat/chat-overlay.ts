/** The chat overlay: a page that streaming software shows over the video. */
import { z } from 'zod';
import { overlayToken } from '../donations/donation-overlay.ts';
import { topic } from '../realtime/topic.ts';
import { chatDeletion, chatMessage, chatRoom } from './chat.ts';

/** The parts of the room above the messages. */
export const chatOverlayRoom = chatRoom.pick({ pinned: true, poll: true });
export type ChatOverlayRoom = z.infer<typeof chatOverlayRoom>;

/** The messages of the channel's streams from now on. The token is that of the donation overlays. */
export const chatOverlayTopic = topic({
  name: 'chat-overlay',
  access: 'public',
  argument: overlayToken,
  snapshot: z.object({ room: chatOverlayRoom }),
  patch: z.union([z.object({ room: chatOverlayRoom.partial() }), z.object({ deleted: chatDeletion })]),
  append: chatMessage,
});
