import type * as contracts from '@tributary/contracts/all';
import type { Endpoint, Problem } from '@tributary/contracts/shared';
import type { z } from 'zod';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

type Contracts = typeof contracts;
type AnyEndpoint = {
  [Feature in keyof Contracts]: Extract<Contracts[Feature][keyof Contracts[Feature]], Endpoint>;
}[keyof Contracts];

/**
 * Every operation by method and path, such as `'GET /api/streams/:id'`, with its exact types. Only types are
 * imported from the contracts: the zod schemas would add to the first page's script, and the server already
 * validates every response.
 */
type Operations = {
  [One in AnyEndpoint as `${One['method']} ${One['path']}`]: One;
};

export type Operation = keyof Operations;

type Schema<O extends Operation, Part extends 'params' | 'query' | 'body' | 'response'> =
  Operations[O] extends Endpoint<infer Params, infer Query, infer Body, infer Response>
    ? { params: Params; query: Query; body: Body; response: Response }[Part]
    : never;

type Part<Name extends string, T extends z.ZodType> = [T] extends [z.ZodUndefined]
  ? { [K in Name]?: never }
  : { [K in Name]: z.input<T> };

/** The query, which may be left out if the contract requires nothing in it. */
type Query<T extends z.ZodType> =
  Record<never, never> extends z.input<T> ? Partial<Part<'query', T>> : Part<'query', T>;

/** The input of an operation: its `params`, `query` and `body`, if its contract has them. */
export type Input<O extends Operation> = Part<'params', Schema<O, 'params'>> &
  Query<Schema<O, 'query'>> &
  Part<'body', Schema<O, 'body'>>;

export type Request<O extends Operation> = Input<O> & { signal?: AbortSignal };

/** The argument for a type, which may be left out if all of its properties may. */
export type OptionalArgument<T> = Record<never, never> extends T ? [T?] : [T];

/** The response of an operation. */
export type Response<O extends Operation> = z.output<Schema<O, 'response'>>;

/** A failed request, with a message for the user and the server's problem document (RFC 9457). */
export class ApiProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.title, options);
    this.name = 'ApiProblem';
    this.problem = problem;
  }

  /** `stream_not_found`, or `network` without a response. */
  get code(): string {
    return this.problem.code;
  }

  /** The HTTP status; 0 without a response. */
  get status(): number {
    return this.problem.status;
  }

  /** Whether a retry may help, because there was no response, or the server was busy. */
  get isTransient(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }

  /** The message for a field of the request body, by its JSON pointer (`/title`). */
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
 * @throws ApiProblem if the request is refused, fails, or gets no response
 */
export function call<O extends Operation>(
  operation: O,
  ...[request]: OptionalArgument<Request<O>>
): Promise<Response<O>> {
  return perform(operation, request ?? {});
}

/** Calls an operation whose input was checked by the caller's types. */
export async function perform<Result>(operation: Operation, parts: Parts): Promise<Result> {
  const [method = '', path = ''] = operation.split(' ', 2);
  const ask = () =>
    send(fill(path, parts), {
      method,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(parts.signal && { signal: parts.signal }),
    });
  // The server validates its responses against the contract.
  return (await withProof(ask)) as Result;
}

/** Sends a request again after the user has confirmed who they are, if it requires that. */
export async function withProof(ask: () => Promise<unknown>): Promise<unknown> {
  return ask().catch(async (error: unknown) => {
    if (!(error instanceof ApiProblem) || error.code !== 'proof_required') throw error;
    if (!(await askWhoItIs())) throw error;
    return ask();
  });
}

let confirmIdentity: (() => Promise<boolean>) | null = null;
let confirming: Promise<boolean> | null = null;

/** Asks the user to confirm who they are. Operations that need it at the same time share one question. */
function askWhoItIs(): Promise<boolean> {
  confirming ??= Promise.resolve(confirmIdentity?.() ?? false).finally(() => {
    confirming = null;
  });
  return confirming;
}

/**
 * Sets how the user is asked to confirm who they are. An operation that requires it is repeated after that.
 * @returns a function that ends this
 */
export function confirmIdentityWith(confirm: () => Promise<boolean>): () => void {
  confirmIdentity = confirm;
  return () => {
    confirmIdentity = null;
  };
}

export interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

/** Fills `params` into the path and appends `query`. */
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
 * Sends JSON to the origin and parses the JSON response; features use `call`.
 * @throws ApiProblem like `call`
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
        // Errors come in the language of the page.
        'accept-language': locale(),
        ...(init.body ? { 'content-type': 'application/json' } : {}),
      },
    });
    text = await answer.text();
  } catch (cause) {
    // An abort by the caller is not a failure to report, but a timeout is.
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

/** The problem document of a failed response, or a general one for its status (0: no response). */
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
    title: offline ? t('lib.problem.offline') : t('lib.problem.unreachable'),
    status: 0,
    code: 'network',
    instance: '',
  };
}

/** The problem document for a response without one, such as a reverse proxy's error page. */
function bareProblem(status: number): Problem {
  const busy = status === 502 || status === 503 || status === 504;
  return {
    type: 'about:blank',
    title: busy ? t('lib.problem.busy') : t('lib.problem.unexpected'),
    status,
    code: busy ? 'unavailable' : 'unexpected',
    instance: '',
  };
}
