/**
 * The HTTP side of the local servers that stand in for payment providers. It records requests, and fails as providers
 * do.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a request fails: before it has an effect, or after it, so that only the answer is lost. */
export type Failure = { readonly isAfterwards?: boolean } & (
  | (Answer & { readonly kind: 'answer' })
  /** The beginning of an answer that never ends. */
  | { readonly kind: 'stall'; readonly body: string }
  | { readonly kind: 'silence' | 'disconnect' }
);

/** @param takesFailures whether `failures` applies to a request */
export async function startFailingServer(
  answer: (request: ReceivedRequest) => Answer | Promise<Answer>,
  takesFailures: (request: ReceivedRequest) => boolean = () => true,
) {
  const requests: ReceivedRequest[] = [];
  /** Failures of the next requests, in order; null for a request that works. */
  const failures: (Failure | null)[] = [];
  /** The failure of all requests until it is set to null. */
  const outage: { failure: Failure | null } = { failure: null };

  function respond(response: ServerResponse, { status, body, headers }: Answer): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }

  async function fail(response: ServerResponse, failure: Failure, request: ReceivedRequest): Promise<void> {
    if (failure.isAfterwards) await answer(request);
    if (failure.kind === 'disconnect') response.destroy();
    if (failure.kind === 'stall') response.writeHead(200).write(failure.body);
    if (failure.kind === 'answer') respond(response, failure);
  }

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    requests.push(request);
    const failure = (takesFailures(request) ? failures.shift() : null) ?? outage.failure;
    if (failure) return fail(response, failure, request);
    respond(response, await answer(request));
  });
  // Tests that make keys keep the process busy for longer than an idle connection lasts.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const origin = `http://127.0.0.1:${port}`;

  /** Replaces the global fetch, for thousands of requests without a socket. It applies no failures. */
  async function fetchWithin(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', body = '' } = init;
    if (url.origin !== origin) throw new TypeError(`${url.origin} is not the local server at ${origin}`);
    if (typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('Only text is sent without a socket');
    const answered = await answer({
      method,
      path: url.pathname,
      query: url.searchParams,
      body: Buffer.from(String(body)),
      headers: Object.fromEntries(new Headers(init.headers)),
    });
    const headers = { 'content-type': 'application/json', ...answered.headers };
    return new Response(answered.body || null, { status: answered.status, headers });
  }

  return {
    url: origin,
    fetch: fetchWithin,
    requests,
    failures,
    outage,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
