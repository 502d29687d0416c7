import {
  deleteChatBan,
  deleteChatMessage,
  deleteChatModerator,
  getChatPerson,
  getChatStanding,
  listChatMessages,
  listChatViewers,
  putChatBan,
  putChatModerator,
  replayChatMessages,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { route } from '#platform/http/route.ts';
import type { Chat } from './chat.service.ts';
import type { ChatModeration } from './moderation.service.ts';
import type { ChatViewers } from './presence/viewers.service.ts';

export interface ChatRoutesOptions {
  readonly chat: Chat;
  readonly moderation: ChatModeration;
  readonly viewers: ChatViewers;
  readonly live: Pick<Live, 'requireAccess'>;
}

export function chatRoutes(
  app: FastifyInstance,
  { chat, moderation, viewers, live }: ChatRoutesOptions,
): void {
  route(app, listChatMessages, async ({ params, query, findCaller }) => {
    await live.requireAccess(params.id, await findCaller());
    return await chat.messages(params.id, query.before ?? null);
  });
  route(app, replayChatMessages, async ({ params, query, findCaller }) => {
    await live.requireAccess(params.id, await findCaller());
    return await chat.replay(params.id, query);
  });
  route(app, listChatViewers, async ({ params, query, findCaller }) => {
    await live.requireAccess(params.id, await findCaller());
    return await viewers.list(params.id, query.cursor);
  });
  route(app, getChatStanding, async ({ params, findCaller }) => {
    const caller = await findCaller();
    return await moderation.standing(params.id, caller?.userId ?? null);
  });
  route(app, getChatPerson, async ({ params, findCaller }) => {
    const caller = await findCaller();
    await live.requireAccess(params.id, caller);
    return await moderation.person(params.id, params.userId, caller?.userId ?? null);
  });
  route(app, deleteChatMessage, ({ params, actor }) =>
    moderation.deleteMessage(params.id, params.number, actor),
  );
  route(app, putChatBan, ({ params, body, actor }) => moderation.ban(params.id, params.userId, body, actor));
  route(app, deleteChatBan, ({ params, actor }) => moderation.unban(params.id, params.userId, actor));
  route(app, putChatModerator, ({ params, actor }) =>
    moderation.setModerator(params.id, params.userId, true, actor),
  );
  route(app, deleteChatModerator, ({ params, actor }) =>
    moderation.setModerator(params.id, params.userId, false, actor),
  );
}
