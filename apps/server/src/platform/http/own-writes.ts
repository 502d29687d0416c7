/**
 * Lets people read what they have just written, where a replica answers reads: requests that write, and those that follow
 * them within a few seconds from the same browser, read the primary. A cookie says so, which every process understands.
 */
import type { FastifyInstance } from 'fastify';
import { readingPrimary } from '../db/replica/own-writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the endpoint changes something for a caller who is signed in. */
    writesForCaller?: boolean;
  }
}

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
    const onlyReads = method === 'GET' || method === 'HEAD';
    if (onlyReads && !MARK.test(headers.cookie ?? '')) done();
    else readingPrimary(done);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config?.writesForCaller === true && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
  });
}
