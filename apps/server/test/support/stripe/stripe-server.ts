/**
 * The part of Stripe that the adapter uses, for tests: a stateful HTTP server with the API's parameters, errors,
 * idempotency, expansion, pages and signed webhooks. Addresses of pages lead nowhere; `people` acts on them.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { createLog } from '#platform/log/log.ts';
import { billingEndpoints } from './stripe-billing-endpoints.ts';
import { checkoutEndpoints } from './stripe-checkout-endpoints.ts';
import { connectEndpoints } from './stripe-connect-endpoints.ts';
import type { Context, Endpoint } from './stripe-endpoint.ts';
import { StripeAnswerError } from './stripe-errors.ts';
import type { StripeObject } from './stripe-objects.ts';
import { checkParameters } from './stripe-parameters.ts';
import { paymentEndpoints } from './stripe-payment-endpoints.ts';
import { createPeople } from './stripe-people.ts';
import { StripeStore } from './stripe-store.ts';

const SECRET_KEY = 'sk_test_51TributaryLocalStripeServer';
const WEBHOOK_SECRET = 'whsec_local_platform';
const CONNECT_WEBHOOK_SECRET = 'whsec_local_connect';
export const API_VERSION = '2026-10-28.endive';

const ENDPOINTS: readonly Endpoint[] = [
  ...checkoutEndpoints,
  ...paymentEndpoints,
  ...billingEndpoints,
  ...connectEndpoints,
];

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly livemode: false;
  readonly type: string;
  /** The connected account, where the event is about it or its objects. */
  readonly account?: string;
  readonly data: { readonly object: Pick<StripeObject, 'id'> & { readonly object: string } };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** How a request fails: before it has an effect, or after it, so that only the answer is lost. */
export type StripeFailure = { readonly isAfterwards?: boolean } & (
  | (Answer & { readonly kind: 'answer' })
  /** The beginning of an answer that never ends. */
  | { readonly kind: 'stall'; readonly body: string }
  | { readonly kind: 'silence' | 'disconnect' }
);

const API_ERROR = { error: { type: 'api_error', message: 'Something went wrong on Stripe’s end.' } };
export const SERVER_ERROR = { kind: 'answer', status: 500, body: JSON.stringify(API_ERROR) } as const;

interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly form: string;
  readonly headers: IncomingHttpHeaders;
}

export async function startStripeServer() {
  const store = new StripeStore();
  const bank = { isDeclining: false };
  const events: StripeEvent[] = [];
  const requests: StripeRequest[] = [];
  const failures: (StripeFailure | null)[] = [];
  const outage: { failure: StripeFailure | null } = { failure: null };
  const answered = new Map<string, Answer & { readonly request: string }>();

  const context: Context = {
    store,
    bank,
    emit(type, object) {
      const id = store.newId('evt');
      const data = { object: structuredClone(object) };
      const created = store.seconds;
      const account = object.object === 'account' && { account: object.id };
      const base = { object: 'event', api_version: API_VERSION, livemode: false } as const;
      events.push({ id, ...base, created, type, ...account, data });
    },
  };

  function execute({ method, path, form, headers }: StripeRequest): Answer {
    if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
      // Worse than Stripe, which hides most of the key.
      const message = `Invalid API Key provided: ${headers.authorization}`;
      throw new StripeAnswerError(401, message);
    }
    if (headers['stripe-version'] !== API_VERSION) {
      throw new StripeAnswerError(400, `Invalid Stripe API version: ${headers['stripe-version']}`);
    }
    for (const one of ENDPOINTS) {
      const pattern = new RegExp(`^${one.path.replaceAll(':id', '([^/]+)')}$`);
      const match = pattern.exec(path);
      if (one.method !== method || !match) continue;
      const params = checkParameters(one.schema, form) as { expand?: readonly string[] };
      const result = one.handle(context, params, match.slice(1).map(decodeURIComponent));
      return { status: 200, body: JSON.stringify(store.expanded(result, params.expand)) };
    }
    throw new StripeAnswerError(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  /** A repeated key answers as before; other parameters under the same key are an error. */
  function answer(request: StripeRequest): Answer {
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const earlier = key === undefined ? undefined : answered.get(String(key));
    const summary = `${request.method} ${request.path} ${request.form}`;
    try {
      if (earlier && earlier.request !== summary) {
        const message = 'Keys for idempotent requests can only be used with the same parameters.';
        throw new StripeAnswerError(400, message, { type: 'idempotency_error' });
      }
      const { status, body } = earlier ?? execute(request);
      if (key !== undefined) answered.set(String(key), { status, body, request: summary });
      return { status, body };
    } catch (error) {
      if (!(error instanceof StripeAnswerError)) throw error;
      return { status: error.status, body: JSON.stringify(error.body) };
    }
  }

  function respond(response: ServerResponse, { status, body }: Answer): void {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': store.newId('req') });
    response.end(body);
  }

  function fail(response: ServerResponse, failure: StripeFailure, request: StripeRequest): void {
    if (failure.isAfterwards) answer(request);
    if (failure.kind === 'disconnect') response.destroy();
    if (failure.kind === 'stall') response.writeHead(200).write(failure.body);
    if (failure.kind === 'answer') respond(response, failure);
  }

  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const form = incoming.method === 'POST' ? body : url.search.slice(1);
    const request = { method: incoming.method ?? '', path: url.pathname, form, headers: incoming.headers };
    requests.push(request);
    const failure = failures.shift() ?? outage.failure;
    if (failure) return fail(response, failure, request);
    respond(response, answer(request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    options: {
      log: createLog('silent'),
      secretKey: SECRET_KEY,
      webhookSecrets: [WEBHOOK_SECRET, CONNECT_WEBHOOK_SECRET],
      apiUrl: `http://127.0.0.1:${port}`,
    },
    store,
    bank,
    /** Everything that happened, oldest first. */
    events,
    requests,
    /** Of the next requests, in order; null for a request that works. */
    failures,
    /** Of all requests until it is set to null. */
    outage,
    people: createPeople(context),
    /** Stripe forgets keys after a day. */
    forgetIdempotencyKeys: () => answered.clear(),
    /** A request to the webhook endpoint of the platform, or of its connected accounts. */
    webhookOf(event: StripeEvent, { at = store.now, secret }: { at?: Date; secret?: string } = {}) {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: secret ?? (event.account === undefined ? WEBHOOK_SECRET : CONNECT_WEBHOOK_SECRET),
        timestamp: Math.floor(at.getTime() / 1000),
      });
      return { headers: { 'stripe-signature': signature }, rawBody: Buffer.from(payload) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;
