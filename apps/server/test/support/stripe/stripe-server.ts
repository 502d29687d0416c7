/**
 * The part of Stripe that the adapter uses, for tests: a stateful HTTP server with the API's parameters, errors,
 * idempotency, expansion, pages and signed webhooks. Addresses of pages lead nowhere; `people` acts on them.
 */
import Stripe from 'stripe';
import { createLog } from '#platform/log/log.ts';
import { type Answer, type ReceivedRequest, startFailingServer } from '../payments/failing-server.ts';
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

const API_ERROR = { error: { type: 'api_error', message: 'Something went wrong on Stripe’s end.' } };
export const SERVER_ERROR = { kind: 'answer', status: 500, body: JSON.stringify(API_ERROR) } as const;

/** The parameters of a request, form-encoded. */
const formOf = ({ method, query, body }: ReceivedRequest): string =>
  (method === 'POST' ? body : query).toString();

export async function startStripeServer() {
  const store = new StripeStore();
  const bank = { isDeclining: false };
  const events: StripeEvent[] = [];
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

  function execute(request: ReceivedRequest): Answer {
    const { method, path, headers } = request;
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
      const params = checkParameters(one.schema, formOf(request)) as { expand?: readonly string[] };
      const result = one.handle(context, params, match.slice(1).map(decodeURIComponent));
      return { status: 200, body: JSON.stringify(store.expanded(result, params.expand)) };
    }
    throw new StripeAnswerError(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  /** A repeated key answers as before; other parameters under the same key are an error. */
  function answer(request: ReceivedRequest): Answer {
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const earlier = key === undefined ? undefined : answered.get(String(key));
    const summary = `${request.method} ${request.path} ${formOf(request)}`;
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

  const { url, ...server } = await startFailingServer((request) => ({
    ...answer(request),
    headers: { 'request-id': store.newId('req') },
  }));

  return {
    ...server,
    options: {
      log: createLog('silent'),
      secretKey: SECRET_KEY,
      webhookSecrets: [WEBHOOK_SECRET, CONNECT_WEBHOOK_SECRET],
      apiUrl: url,
    },
    store,
    bank,
    /** Everything that happened, oldest first. */
    events,
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
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;
