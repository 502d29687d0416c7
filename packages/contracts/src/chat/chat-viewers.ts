/** The people who have a chat open. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';

/** The roles of people in a channel, highest first. */
export const CHAT_ROLES = ['streamer', 'admin', 'moderator', 'vip', 'viewer'] as const;
export const chatRole = z.enum(CHAT_ROLES);
export type ChatRole = z.infer<typeof chatRole>;

export const CHAT_VIEWERS_PAGE_SIZE = 50;

export const chatViewer = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  role: chatRole,
});
export type ChatViewer = z.infer<typeof chatViewer>;

export const listChatViewers = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/viewers',
  tag: 'chat',
  summary: `List who has the chat of a stream open, by role and username, ${CHAT_VIEWERS_PAGE_SIZE} per page`,
  access: 'public',
  perMinute: 120,
  params: byStream,
  query: pageQuery.extend({
    search: z.string().trim().max(64).optional().describe('The beginning of a username or name'),
  }),
  response: pageOf(chatViewer).extend({
    /** The number of signed-in people of each role. */
    counts: z.record(chatRole, z.int().nonnegative()),
    /** The number of browsers without an account. */
    visitors: z.int().nonnegative(),
    /** Whether the channel shows their names to moderators only. */
    isHidden: z.boolean(),
  }),
});
