/** Whether a request comes from a page of our own: foreign pages must not ride on our cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { defineErrors } from '../errors.ts';

const errors = defineErrors({
  cross_origin: ['forbidden', 'This request comes from a page of another site; open the instance itself.'],
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers say where a request comes from (Fetch, 3.2; Fetch Metadata, 2.4) and no page can change
 * that. What sends neither header is no browser and has no cookies that it was not given.
 * @returns a test of a request's headers
 */
export function originCheck(publicUrl: string): (headers: IncomingHttpHeaders) => boolean {
  const own = new URL(publicUrl).origin;
  return (headers) => {
    const { origin, host } = headers;
    if (origin === undefined) {
      const site = headers['sec-fetch-site'];
      return site === undefined || site === 'same-origin' || site === 'none';
    }
    // A reverse proxy may pass on another Host; then PUBLIC_URL says which origin is ours.
    return origin === own || (URL.canParse(origin) && new URL(origin).host === host);
  };
}

export function installOriginCheck(app: FastifyInstance, isOwn: ReturnType<typeof originCheck>): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !isOwn(request.headers)) throw errors.cross_origin();
  });
}
