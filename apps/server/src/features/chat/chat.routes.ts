import { listChatMessages } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { route } from '#platform/http/route.ts';
import type { Chat } from './chat.service.ts';

export function chatRoutes(app: FastifyInstance, chat: Chat, live: Pick<Live, 'requireAccess'>): void {
  route(app, listChatMessages, async ({ params, query, findCaller }) => {
    await live.requireAccess(params.id, await findCaller());
    return await chat.messages(params.id, query.before ?? null);
  });
}
