import type * as contracts from '@tributary/contracts';
import type { Endpoint, Problem } from '@tributary/contracts';
import type { z } from 'zod';

type Contracts = typeof contracts;

/**
 * Every operation under its method and path, `'GET /api/streams/:id'`, with its exact types. Only
 * types come from the contracts here: their zod schemas would weigh on the first page, and the
 * server already holds every response against them as it writes it.
 */
type Operations = {
  [Name in keyof Contracts as Contracts[Name] extends Endpoint
    ? `${Contracts[Name]['method']} ${Contracts[Name]['path']}`
    : never]: Contracts[Name];
};

export type Operation = keyof Operations;

type Schema<O extends Operation, Part extends 'params' | 'query' | 'body' | 'response'> =
  Operations[O] extends Endpoint<infer Params, infer Query, infer Body, infer Response>
    ? { params: Params; query: Query; body: Body; response: Response }[Part]
    : never;

type Part<Name extends string, T extends z.ZodType> = [T] extends [z.ZodUndefined]
  ? { [K in Name]?: never }
  : { [K in Name]: z.input<T> };

/** What an operation wants: its `params`, `query` and `body`, each only where its contract has one. */
export type Request<O extends Operation> = Part<'params', Schema<O, 'params'>> &
  Part<'query', Schema<O, 'query'>> &
  Part<'body', Schema<O, 'body'>> & { signal?: AbortSignal };

/** What an operation answers. */
export type Response<O extends Operation> = z.output<Schema<O, 'response'>>;

/** A request that failed, with a sentence for the person in `message` and the server's problem document. */
export class ApiProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.title, options);
    this.name = 'ApiProblem';
    this.problem = problem;
  }

  /** `stream_not_found`, or `network` when no answer came. */
  get code(): string {
    return this.problem.code;
  }

  /** HTTP status; 0 when no answer came. */
  get status(): number {
    return this.problem.status;
  }

  /** Whether asking again may help: no answer, or a server that was busy. A refusal stays a refusal. */
  get isTransient(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }

  /** The sentence for one field of the request body, by its JSON pointer (`/title`). */
  fieldError(pointer: string): string | undefined {
    return this.problem.errors?.find((error) => error.pointer === pointer)?.detail;
  }
}

/**
 * Calls one operation of the API.
 *
 *     const { streams } = await call('GET /api/streams/featured');
 *     await call('PUT /api/me/stream-settings', { body: { title, category } });
 *
 * @throws ApiProblem whenever there is no success: refused, failed, or unreachable
 */
export async function call<O extends Operation>(
  operation: O,
  ...[request]: Record<never, never> extends Request<O> ? [Request<O>?] : [Request<O>]
): Promise<Response<O>> {
  const [method = '', path = ''] = operation.split(' ', 2);
  const parts: Parts = request ?? {};
  const body = await send(fill(path, parts), {
    method,
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(parts.signal && { signal: parts.signal }),
  });
  return body as Response<O>;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

/** Puts `params` into the path and `query` behind it. */
function fill(path: string, { params, query }: Parts): string {
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * Sends JSON to the origin and reads the JSON that comes back; `call` is what features use.
 * @throws ApiProblem as `call` does
 */
export async function send(path: string, init: RequestInit): Promise<unknown> {
  const url = new URL(path, globalThis.location?.href);
  let answer: globalThis.Response;
  let text: string;
  try {
    answer = await fetch(url, {
      credentials: 'same-origin',
      ...init,
      headers: {
        accept: 'application/json',
        ...(init.body ? { 'content-type': 'application/json' } : {}),
      },
    });
    text = await answer.text();
  } catch (cause) {
    // Whoever aborted knows why; it is not a failure to show. A clock that ran out is.
    if (init.signal?.aborted && !isTimeout(init.signal.reason)) throw cause;
    throw new ApiProblem(unreachable(), { cause });
  }
  if (answer.status === 204) return undefined;
  const body = parse(text);
  if (answer.ok && body !== undefined) return body;
  throw new ApiProblem(problemOf(answer.status, body));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a failed answer says: its own problem document, or ours for a status; 0 where none came. */
export function problemOf(status: number, body: unknown): Problem {
  if (status === 0) return unreachable();
  return isProblem(body) ? body : bareProblem(status);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'title' in body && 'code' in body && 'status' in body;
}

function unreachable(): Problem {
  const offline = globalThis.navigator?.onLine === false;
  return {
    type: 'about:blank',
    title: offline
      ? 'You are offline. Check your connection, then try again.'
      : 'The server did not answer. Check your connection, then try again.',
    status: 0,
    code: 'network',
    instance: '',
  };
}

/** For an answer that is not ours: a reverse proxy's error page, mostly. */
function bareProblem(status: number): Problem {
  const busy = status === 502 || status === 503 || status === 504;
  return {
    type: 'about:blank',
    title: busy ? 'The server is restarting or busy. Try again in a moment.' : 'An unexpected error occurred',
    status,
    code: busy ? 'unavailable' : 'unexpected',
    instance: '',
  };
}
