/**
 * Lets people read what they have just written, where a replica answers reads: requests that write, and those that follow
 * them within a few seconds from the same browser, read the primary. A cookie says so, which every process understands.
 */
import type { FastifyInstance } from 'fastify';
import { readingPrimary } from '../db/replica/own-writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the endpoint takes what browsers measure: all visitors send it, and should stay with the replica. */
    isMeasurement?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NAME = 'tributary_wrote';
const MARK = new RegExp(`(?:^|; ?)${NAME}=1(?:;|$)`);

/** A lag is measured every half second, and a server that does not answer is noticed after another one. */
const MARGIN_MS = 3_000;

/** @param maxLagMs null: there is no replica */
export function installOwnWrites(app: FastifyInstance, maxLagMs: number | null, isSecure: boolean): void {
  if (maxLagMs === null) return;
  const seconds = Math.ceil((maxLagMs + MARGIN_MS) / 1000);
  const cookie = `${NAME}=1; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  app.addHook('preHandler', ({ method, headers }, _reply, done) => {
    if (SAFE_METHODS.has(method) && !MARK.test(headers.cookie ?? '')) done();
    else readingPrimary(done);
  });
  app.addHook('onSend', async (request, reply) => {
    const isMeasurement = request.routeOptions.config?.isMeasurement === true;
    if (!SAFE_METHODS.has(request.method) && !isMeasurement && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
  });
}
