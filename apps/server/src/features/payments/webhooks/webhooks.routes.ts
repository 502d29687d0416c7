import {
  getProviderEvent,
  listProviderEvents,
  receiveWebhook,
  replayProviderEvent,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Webhooks } from './webhooks.service.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.register(async (scope) => {
    // Signatures cover the raw bytes, so no parser may change them first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    route(scope, receiveWebhook, ({ params, request, bytes }) =>
      webhooks.receive(params.provider, { headers: request.headers, rawBody: bytes }),
    );
  });
  route(app, listProviderEvents, ({ query }) => webhooks.list(query));
  route(app, getProviderEvent, ({ params }) => webhooks.find(params.id));
  route(app, replayProviderEvent, ({ params, actor }) => webhooks.replay(actor, params.id));
}
