import type { z } from 'zod';

/** The callers that may use an endpoint. The server enforces it before the handler runs (spec section 6). */
export type Access = 'public' | 'viewer' | 'streamer' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The HTTP shape of one operation: the server registers it, the client calls it, OpenAPI lists it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends `/${string}` = `/${string}`,
  A extends Access = Access,
> {
  readonly method: M;
  /** Path with `:name` parameters, from the origin: `/api/streams/:id`. */
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  readonly access: A;
  /** Requires that the caller has confirmed who they are within the last ten minutes, by `confirmIdentity`. */
  readonly recentProof?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body of a successful response: 200, or 204 if the schema is `z.void()`. */
  readonly response: Response;
  /** The request body is a file of one of these media types instead of JSON. The handler gets its bytes. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** A successful response streams a file of this media type instead of JSON. `response` is then `z.unknown()`. */
  readonly download?: string;
  /** Requests per minute and client, if lower than the general limit. */
  readonly perMinute?: number;
  /** Takes what browsers measure or count. Callers read nothing of it soon. */
  readonly isMeasurement?: true;
}

/** Declares an endpoint. Keeps the exact types of its schemas, and its method, path and access as literals. */
export function endpoint<
  M extends Method,
  Path extends `/${string}`,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodVoid,
  A extends Access = Access,
>(
  definition: Endpoint<Params, Query, Body, Response, M, Path, A>,
): Endpoint<Params, Query, Body, Response, M, Path, A> {
  return definition;
}
