/** The chat on screen: a page that streaming software shows over the picture. */
import { z } from 'zod';
import { overlayToken } from '../money/donation-overlay.ts';
import { topic } from '../realtime/topic.ts';
import { chatDeletion, chatMessage } from './chat.ts';

/** The messages of the channel's streams from now on. The token is the one of the donation overlays. */
export const chatOverlayTopic = topic({
  name: 'chat-overlay',
  access: 'public',
  argument: overlayToken,
  snapshot: z.object({}),
  patch: z.object({ deleted: chatDeletion }),
  append: chatMessage,
});
