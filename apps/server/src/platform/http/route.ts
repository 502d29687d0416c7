/** Registers endpoints of the contracts, which define their validation, access, limits, documentation and serialization. */
import { type Access, type Endpoint, type Method, problem } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, Caller } from '../caller.ts';
import { type Authenticator, actorOf, requireAccess } from './access.ts';
import { STATUS_OF } from './problems.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly authenticator: Authenticator;
    /** The key that hashes client addresses in the audit log; null: none are recorded. */
    readonly addressKey: string | null;
    /** The currency of the instance, for amounts in the messages of schemas. */
    readonly currency: () => Promise<string>;
  }
}

/** Default limit: requests per minute that one client may make to one endpoint. */
const PER_MINUTE = 300;

/** Responses that depend on the caller are not stored by caches. */
export const PERSONAL = 'private, no-store';

const NOTHING = Buffer.alloc(0);

interface Request<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** The file sent to an `upload` endpoint; empty for other endpoints. */
  readonly bytes: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Guarded endpoints know their caller; public ones can look for one. */
type Context<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  A extends Access,
> = Request<Params, Query, Body> &
  (A extends 'public'
    ? { findCaller(): Promise<Caller | null> }
    : {
        readonly caller: Caller;
        /** The caller as the audit log records it. */
        readonly actor: Actor;
      });

/**
 * Registers an endpoint. `handler` returns a value of the response schema, or nothing for 204; fields that the schema
 * does not name are removed. Errors become problem documents.
 */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  A extends Access,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Response, Method, `/${string}`, A>,
  handler: (context: Context<Params, Query, Body, A>) => Promise<z.output<Response>> | z.output<Response>,
): void {
  const { access, params, query, body, upload } = endpoint;
  const empty = endpoint.response instanceof z.ZodVoid;
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      tags: [endpoint.tag],
      summary: endpoint.summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(upload && { consumes: [...upload.types] }),
      ...(access !== 'public' && { security: [{ session: [] }, { accessToken: [] }] }),
      response: {
        ...(empty ? { 204: z.null().describe('Done') } : { 200: successOf(endpoint) }),
        ...problemResponses(endpoint),
      },
    },
    ...(upload && { bodyLimit: upload.maxBytes }),
    config: {
      ...(upload && { uploadTypes: upload.types }),
      rateLimit: { max: endpoint.perMinute ?? PER_MINUTE, timeWindow: 60_000 },
      isMeasurement: endpoint.isMeasurement === true,
    },
    // Runs after the rate limit (onRequest) and before the body is read.
    preParsing: async (request, reply, payload) => {
      // The response to a write concerns the caller, who may be signing in.
      if (access !== 'public' || endpoint.method !== 'GET') reply.header('cache-control', PERSONAL);
      if (access !== 'public') {
        callers.set(request, await requireAccess(endpoint, request, app.authenticator));
      }
      return payload;
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const context = {
        params: params && request.params,
        query: query && request.query,
        body: body && request.body,
        bytes: Buffer.isBuffer(request.body) ? request.body : NOTHING,
        request,
        reply,
        ...(access === 'public'
          ? {
              findCaller: () => {
                reply.header('cache-control', PERSONAL);
                return app.authenticator.authenticate(request);
              },
            }
          : { caller, actor: caller && actorOf(caller, request, app.addressKey) }),
      };
      // The validator compiler has parsed params, query and body with the endpoint's schemas, and `access` decides
      // whether there is a caller.
      const result = await handler(context as unknown as Context<Params, Query, Body, A>);
      if (empty) return reply.code(204).send();
      return result;
    },
  });
}

const successOf = ({ download, response }: { download?: string | undefined; response: z.ZodType }) =>
  download === undefined
    ? response
    : { description: 'The file', content: { [download]: { schema: z.string() } } };

const asProblem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problem } },
});

/** The properties of an endpoint that decide which errors it can return. */
interface Guarded {
  readonly access: Access;
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  readonly upload?: object | undefined;
}

/** The error responses of an endpoint. */
function problemResponses({ access, params, query, body, upload }: Guarded): Record<number, unknown> {
  return {
    ...(upload && { 413: asProblem('Too large'), 415: asProblem('Unsupported media type') }),
    ...(body && {
      400: asProblem('Malformed request'),
      413: asProblem('Too large'),
      415: asProblem('Not JSON'),
    }),
    ...(access !== 'public' && { [STATUS_OF.unauthenticated]: asProblem('Not signed in') }),
    [STATUS_OF.forbidden]: asProblem('Not allowed'),
    ...(params && { [STATUS_OF.not_found]: asProblem('Not found') }),
    ...((body || params) && { [STATUS_OF.conflict]: asProblem('Conflicts with the current state') }),
    ...((body || query || upload) && { [STATUS_OF.invalid]: asProblem('Does not match the schema') }),
    [STATUS_OF.limited]: asProblem('Too many requests'),
    500: asProblem('Unexpected error'),
    [STATUS_OF.unavailable]: asProblem('A service is unavailable'),
  };
}
