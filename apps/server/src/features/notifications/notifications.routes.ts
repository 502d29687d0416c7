import {
  deletePushSubscription,
  getBell,
  getPushKey,
  listNotifications,
  putPushSubscription,
  readAllNotifications,
  readNotification,
  unsubscribeFromMail,
} from '@tributary/contracts/notifications';
import type { Language } from '@tributary/messages/languages';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { languageOf } from '#platform/messages/index.ts';
import type { Notifications } from './notifications.service.ts';
import type { Push } from './push/push.service.ts';

export function notificationsRoutes(
  app: FastifyInstance,
  {
    notifications,
    push,
    unsubscribe,
  }: {
    notifications: Notifications;
    push: Push;
    unsubscribe: (token: string, language: Language) => Promise<{ label: string }>;
  },
): void {
  route(app, getBell, ({ caller }) => notifications.bell(caller.userId));
  route(app, listNotifications, ({ caller, query }) => notifications.page(caller.userId, query.cursor));
  route(app, readNotification, ({ caller, params }) => notifications.read(caller.userId, params.id));
  route(app, readAllNotifications, ({ caller }) => notifications.readAll(caller.userId));

  route(app, getPushKey, async () => ({ publicKey: await push.publicKey() }));
  route(app, putPushSubscription, ({ caller, body }) =>
    push.subscribe(caller.userId, caller.sessionId, body),
  );
  route(app, deletePushSubscription, ({ caller, query }) => push.unsubscribe(caller.userId, query.endpoint));

  app.register(async (scope) => {
    // RFC 8058, 3.2: the body is the form `List-Unsubscribe=One-Click`. The token is in the query, so it is ignored.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume();
      body.on('end', () => done(null));
    });
    route(scope, unsubscribeFromMail, ({ query, request }) => unsubscribe(query.token, languageOf(request)));
  });
}
