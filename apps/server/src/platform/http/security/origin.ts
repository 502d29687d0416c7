/** Refuses writes from pages of other sites, which would carry the user's cookies (CSRF). */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { defineErrors } from '../../errors.ts';

const errors = defineErrors('access', {
  cross_origin: 'forbidden',
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginOptions {
  readonly publicUrl: string;
  /** Whether no PUBLIC_URL is set, so that users on the local network may open an IP address of this machine. */
  readonly reachableByAddress?: boolean;
}

export type OriginTest = (headers: IncomingHttpHeaders) => boolean;

/**
 * Tests the origin of a request. Browsers send it (Fetch, 3.2; Fetch Metadata, 2.4), and no page can change it. A
 * client that sends neither header is not a browser and has no cookies of a user.
 *
 * It is not enough that Origin and Host agree: an attacker can point a host name at this server (DNS rebinding), whose
 * page then has the same origin. That cannot be done with loopback names and IP addresses.
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
    // A reverse proxy may change Host, so an origin equal to PUBLIC_URL is enough.
    if (origin === own) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    if (page.host !== host) return false;
    return isLoopback(page.hostname) || (reachableByAddress && isAddress(page.hostname));
  };
}

/** Names that browsers always resolve to their own machine (RFC 6761, 6.3). */
const isLoopback = (hostname: string) =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

export function installOriginCheck(app: FastifyInstance, isOwn: OriginTest): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !isOwn(request.headers)) throw errors.cross_origin();
  });
}
