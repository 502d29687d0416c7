/** The sign-in library's endpoints in our HTTP server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendProblem } from '#platform/http/problems.ts';
import { AUTH_PATH, type Auth, CLIENT_ADDRESS_HEADER } from './auth.ts';
import { createGate } from './gate.ts';
import { identityErrors } from './identity.errors.ts';

/** What of the library is offered; the rest of its endpoints cannot be reached. */
const ENDPOINTS = [
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-out'],
  ['GET', '/get-session'],
  ['POST', '/send-verification-email'],
  ['GET', '/verify-email'],
] as const;

/**
 * The library hashes a new password inside the sign-up's transaction: without a limit a crowd of
 * sign-ups would hold every database connection while they queue for the hashing.
 */
const SIGN_UPS = { atOnce: 2, longestQueue: 50 };

/** In a scope of its own: the library reads the body itself. */
export async function authRoutes(app: FastifyInstance, auth: Auth): Promise<void> {
  const signUpsInTurn = createGate(SIGN_UPS, () => identityErrors.too_busy({ retryAfterSeconds: 5 }));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [method, path] of ENDPOINTS) {
      scope.route({
        method,
        url: `${AUTH_PATH}${path}`,
        schema: { hide: true },
        handler: async (request, reply) => {
          const handle = () => auth.handler(toWebRequest(request, auth.options.baseURL));
          const response = await (path === '/sign-up/email' ? signUpsInTurn(handle) : handle());
          return answer(response, request, reply);
        },
      });
    }
  });
}

function toWebRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.delete('content-length');
  headers.set('host', request.host);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(new URL(request.url, origin), { method: request.method, headers, body });
}

async function answer(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const text = await response.text();
  if (response.status >= 400) return sendProblem(request, reply, problemOf(response, text));
  const location = response.headers.get('location');
  if (location) reply.header('location', location);
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .type(response.headers.get('content-type') ?? 'application/json')
    .send(text);
}

const libraryError = z.object({ code: z.string().optional(), message: z.string().optional() });

/** The library's `{ code, message }` as a problem; the sentence stays its own (spec section 8). */
function problemOf(response: Response, text: string) {
  const { status } = response;
  if (status >= 500 && status !== 503) {
    return { status: 500, code: 'internal', title: 'An unexpected error occurred' };
  }
  const { code, message } = libraryError.catch({}).parse(parseJson(text));
  const retryAfter = Number(response.headers.get('x-retry-after'));
  if (status === 429) {
    return {
      status,
      code: 'rate_limited',
      title: 'Too many attempts; wait a little.',
      retryAfterSeconds: retryAfter > 0 ? retryAfter : 60,
    };
  }
  return { status, code: code?.toLowerCase() ?? 'refused', title: message ?? 'Authentication failed' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
