import { Readable } from 'node:stream';
import { deleteUpload, listUploads, UPLOADS_PATH } from '@tributary/contracts/recordings';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from '#platform/http/access.ts';
import { PERSONAL, route } from '#platform/http/route.ts';
import type { TusServer } from './tus-server.ts';
import type { Uploads } from './uploads.service.ts';

/** Bodies of tus are read by the server of tus, as they come. */
const TUS_BODY = 'application/offset+octet-stream';

/** At the size of the browser's chunks, far more than any connection sends. */
const PER_MINUTE = 1200;

export function uploadsRoutes(
  app: FastifyInstance,
  uploads: Uploads,
  openTus: () => Promise<TusServer>,
): void {
  route(app, listUploads, ({ caller }) => uploads.list(caller.userId));
  route(app, deleteUpload, ({ params, caller }) => uploads.delete(caller.userId, params.id));

  app.addContentTypeParser(TUS_BODY, (_request, payload, done) => done(null, payload));
  const callers = new WeakMap<FastifyRequest, UserId>();

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const userId = callers.get(request);
    if (userId === undefined) throw new Error('A request of tus has no caller.');
    const url = new URL(request.url, 'http://localhost');
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    const body = request.method === 'PATCH' ? Readable.toWeb(request.raw) : null;
    const asked = new Request(url, { method: request.method, headers, body, duplex: 'half' } as RequestInit);
    const tus = await openTus();
    const answer = await tus.handle(asked, userId);
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .header('cache-control', PERSONAL)
      .send(answer.body === null ? null : await answer.text());
  }

  const options = {
    schema: { hide: true },
    config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
    // After the rate limit, before the body.
    preParsing: async (request: FastifyRequest) => {
      const { userId } = await requireAccess({ access: 'streamer' }, request, app.authenticator);
      callers.set(request, userId);
    },
    handler: serve,
  };
  app.route({ method: 'POST', url: UPLOADS_PATH, ...options });
  app.route({ method: ['HEAD', 'PATCH'], url: `${UPLOADS_PATH}/:id`, ...options });
}
