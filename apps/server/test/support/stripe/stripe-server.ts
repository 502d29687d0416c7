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
import type { Context, Endpoint, Platform } from './stripe-endpoint.ts';
import { StripeAnswerError } from './stripe-errors.ts';
import { createIdempotency } from './stripe-idempotency.ts';
import type { StripeObject } from './stripe-objects.ts';
import { checkParameters } from './stripe-parameters.ts';
import { paymentEndpoints } from './stripe-payment-endpoints.ts';
import { createPeople } from './stripe-people.ts';
import { checkPermissions } from './stripe-permissions.ts';
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
  /** The connected account, if the event is about it or its objects. */
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
  const bank = { isDeclining: false, refundsLater: false };
  const platform: Platform = {
    country: 'US',
    isApprovedForTransfersOnly: false,
    payoutInterval: 'daily',
    unreadable: new Set(),
  };
  const events: StripeEvent[] = [];
  const idempotency = createIdempotency(store);
  /** Failures of the next changes inside Stripe, in order: without an effect, or after it. */
  const crashes: ('before' | 'after')[] = [];

  const context: Context = {
    store,
    bank,
    platform,
    emit(type, object) {
      const id = store.newId('evt');
      const data = { object: store.expanded(object) as StripeObject };
      const created = store.seconds;
      const account = object.object === 'account' && { account: object.id };
      const base = { object: 'event', api_version: API_VERSION, livemode: false } as const;
      events.push({ id, ...base, created, type, ...account, data });
    },
  };

  /** Checks a request. @returns a function that executes it */
  function accept(request: ReceivedRequest): () => Answer {
    const { method, path, headers } = request;
    if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
      // Repeats the whole key, of which Stripe hides most, to test that it is not logged.
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
      checkPermissions(platform, path, params.expand);
      return () => {
        const crash = method === 'POST' ? crashes.shift() : undefined;
        if (crash === 'before') return SERVER_ERROR;
        const result = one.handle(context, params, match.slice(1).map(decodeURIComponent));
        if (crash === 'after') return SERVER_ERROR;
        return { status: 200, body: JSON.stringify(store.expanded(result, params.expand)) };
      };
    }
    throw new StripeAnswerError(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  /** The result of an execution, errors included. */
  function resultOf(work: () => Answer): Answer {
    try {
      const { status, body, headers } = work();
      return { status, body, ...(headers && { headers }) };
    } catch (error) {
      if (!(error instanceof StripeAnswerError)) throw error;
      return { status: error.status, body: JSON.stringify(error.body) };
    }
  }

  function answer(request: ReceivedRequest): Answer {
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    return resultOf(() => {
      const execute = accept(request);
      if (key === undefined) return execute();
      const summary = `${request.method} ${request.path} ${formOf(request)}`;
      return idempotency.once(String(key), summary, () => resultOf(execute));
    });
  }

  const { url, ...server } = await startFailingServer((request) => {
    const { headers, ...result } = answer(request);
    return { ...result, headers: { ...headers, 'request-id': store.newId('req') } };
  });

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
    platform,
    crashes,
    /** All events, oldest first. */
    events,
    people: createPeople(context),
    /** Resets the server to a new Stripe account, for the next history of a property. */
    startOver(): void {
      store.clear();
      idempotency.forget();
      for (const list of [events, crashes, server.requests]) list.length = 0;
      Object.assign(bank, { isDeclining: false, refundsLater: false });
    },
    /** Forgets all keys, as Stripe does after a day. */
    forgetIdempotencyKeys: idempotency.forget,
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
