/** Registers an endpoint of the contracts: validated, guarded, limited, documented, and serialised by it. */
import { type Access, type Endpoint, type Method, problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Authenticator, type Caller, requireAccess } from './access.ts';
import { type Actor, actorOf } from './actor.ts';
import { STATUS_OF } from './problems.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly authenticator: Authenticator;
    /** What actors' addresses are hashed under; null: they are not kept. */
    readonly addressKey: string | null;
  }
}

/** Requests a minute that one client may make to one endpoint which says nothing else. */
const PER_MINUTE = 300;

const NOTHING = Buffer.alloc(0);

interface Request<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** The file of an `upload` endpoint; empty elsewhere. */
  readonly bytes: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Guarded endpoints know who calls; public ones may ask. */
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
        /** The same person as the audit log keeps them. */
        readonly actor: Actor;
      });

/**
 * `handler` returns what the response schema describes (nothing for 204); fields that the schema
 * does not name never leave the server. Whatever it throws becomes a problem document.
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
      ...(access !== 'public' && { security: [{ session: [] }] }),
      response: {
        ...(empty ? { 204: z.null().describe('Done') } : { 200: successOf(endpoint) }),
        ...problemResponses(endpoint),
      },
    },
    ...(upload && { bodyLimit: upload.maxBytes }),
    config: {
      ...(upload && { uploadTypes: upload.types }),
      rateLimit: { max: endpoint.perMinute ?? PER_MINUTE, timeWindow: 60_000 },
    },
    // After the limit (onRequest), before the body is read.
    preParsing: async (request, reply, payload) => {
      if (access !== 'public') {
        callers.set(request, await requireAccess(access, request, app.authenticator));
        // It is one person's: no cache on the way keeps it.
        reply.header('cache-control', 'no-store');
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
          ? { findCaller: () => app.authenticator.authenticate(request) }
          : { caller, actor: caller && actorOf(caller, request, app.addressKey) }),
      };
      // The validator compiler has parsed the first three by the endpoint's own schemas; `access` decides the last.
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

/** What of an endpoint decides how it can fail. */
interface Guarded {
  readonly access: Access;
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  readonly upload?: object | undefined;
}

/** The failures that a caller of this endpoint has to reckon with. */
function problemResponses({ access, params, query, body, upload }: Guarded): Record<number, unknown> {
  return {
    ...(upload && { 413: asProblem('Too large'), 415: asProblem('Not a type that is taken') }),
    ...(body && { 400: asProblem('Malformed'), 413: asProblem('Too large'), 415: asProblem('Not JSON') }),
    ...(access !== 'public' && { [STATUS_OF.unauthenticated]: asProblem('Not signed in') }),
    [STATUS_OF.forbidden]: asProblem('Not allowed'),
    ...(params && { [STATUS_OF.not_found]: asProblem('No such thing') }),
    ...((body || params) && { [STATUS_OF.conflict]: asProblem('In conflict with the present state') }),
    ...((body || query || upload) && { [STATUS_OF.invalid]: asProblem('Not what the schema asks for') }),
    [STATUS_OF.limited]: asProblem('Too many requests'),
    500: asProblem('A defect'),
    [STATUS_OF.unavailable]: asProblem('A part of the instance is down'),
  };
}
