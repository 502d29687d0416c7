import {
  exportContactMessages,
  getContactTicket,
  getPage,
  listContactMessages,
  putContactHandled,
  putPage,
  restorePage,
  sendContactMessage,
} from '@tributary/contracts/pages';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { PERSONAL, route } from '#platform/http/route.ts';
import { languageOf } from '#platform/messages/index.ts';
import { networkOf } from '#platform/network/network.ts';
import type { Contact } from './contact.service.ts';
import type { Pages } from './pages.service.ts';

export function pagesRoutes(
  app: FastifyInstance,
  pages: Pages,
  contact: Contact,
  recordExport: RecordExport,
): void {
  route(app, getPage, ({ params, request }) => pages.find(params.slug, languageOf(request)));
  route(app, putPage, ({ params, body, actor }) => pages.put(params.slug, { ...body, by: actor }));
  route(app, restorePage, ({ params, actor, request }) =>
    pages.restore(params.slug, actor, languageOf(request)),
  );

  route(app, getContactTicket, ({ reply }) => {
    reply.header('cache-control', PERSONAL);
    return { ticket: contact.ticket() };
  });
  route(app, sendContactMessage, async ({ body, request, findCaller }) => {
    const caller = await findCaller();
    await contact.send(body, { userId: caller?.userId ?? null, network: networkOf(request.ip) });
  });
  route(app, listContactMessages, ({ query }) => contact.list(query));
  route(app, exportContactMessages, async ({ query, reply, actor }) => {
    await recordExport(actor, 'messages', query);
    return sendCsv(reply, 'messages.csv', {
      pages: (cursor) => contact.list({ ...query, cursor }),
      columns: {
        id: ({ id }) => id,
        received: ({ createdAt }) => createdAt,
        name: ({ name }) => name,
        email: ({ email }) => email,
        username: ({ username }) => username,
        subject: ({ subject }) => subject,
        message: ({ message }) => message,
        handled: ({ handledAt }) => handledAt,
      },
    });
  });
  route(app, putContactHandled, ({ params, body, actor }) =>
    contact.setHandled(params.id, body.handled, actor),
  );
}
