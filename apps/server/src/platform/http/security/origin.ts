/** Whether a request comes from a page of our own: foreign pages must not ride on our cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { defineErrors } from '../../errors.ts';

const errors = defineErrors({
  cross_origin: ['forbidden', 'This request comes from a page of another site; open the instance itself.'],
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginOptions {
  readonly publicUrl: string;
  /** No PUBLIC_URL was set: people of the local network may come by an IP address of this machine. */
  readonly reachableByAddress?: boolean;
}

export type OriginTest = (headers: IncomingHttpHeaders) => boolean;

/**
 * Browsers say where a request comes from (Fetch, 3.2; Fetch Metadata, 2.4) and no page can change
 * that. What sends neither header is no browser and has no cookies that it was not given.
 *
 * That Origin and Host agree is not enough: somebody else's name can be made to lead here (DNS
 * rebinding), and its page then is of the same origin. Loopback names and IP addresses cannot.
 * @returns a test of a request's headers
 */
export function originCheck({ publicUrl, reachableByAddress = false }: OriginOptions): OriginTest {
  const own = new URL(publicUrl).origin;
  return (headers) => {
    const { origin, host } = headers;
    if (origin === undefined) {
      const site = headers['sec-fetch-site'];
      return site === undefined || site === 'same-origin' || site === 'none';
    }
    // A reverse proxy may pass on another Host; then PUBLIC_URL says which origin is ours.
    if (origin === own) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    if (page.host !== host) return false;
    return isLoopback(page.hostname) || (reachableByAddress && isAddress(page.hostname));
  };
}

/** Names that a browser resolves to its own machine, whatever a name server says (RFC 6761, 6.3). */
const isLoopback = (hostname: string) =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

export function installOriginCheck(app: FastifyInstance, isOwn: OriginTest): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !isOwn(request.headers)) throw errors.cross_origin();
  });
}
