import {
  getContactTicket,
  getPage,
  listContactMessages,
  putContactHandled,
  putPage,
  restorePage,
  sendContactMessage,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Contact } from './contact.service.ts';
import type { Pages } from './pages.service.ts';

export function pagesRoutes(app: FastifyInstance, pages: Pages, contact: Contact): void {
  route(app, getPage, ({ params }) => pages.find(params.slug));
  route(app, putPage, ({ params, body, actor }) => pages.put(params.slug, { ...body, by: actor }));
  route(app, restorePage, ({ params, actor }) => pages.restore(params.slug, actor));

  route(app, getContactTicket, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { ticket: contact.ticket() };
  });
  route(app, sendContactMessage, async ({ body, findCaller }) => {
    await contact.send(body, (await findCaller())?.userId ?? null);
  });
  route(app, listContactMessages, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return contact.list(query);
  });
  route(app, putContactHandled, ({ params, body, actor }) =>
    contact.setHandled(params.id, body.handled, actor),
  );
}
