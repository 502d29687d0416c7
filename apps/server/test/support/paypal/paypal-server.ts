/**
 * The part of PayPal that the adapter uses, for tests: a stateful HTTP server with the API's parameters, errors,
 * idempotency, access tokens and signed webhooks. Addresses of pages lead nowhere; `people` acts on them.
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Answer, type ReceivedRequest, startFailingServer } from '../payments/failing-server.ts';
import { accountEndpoints, WEBHOOK_ID } from './paypal-account-endpoints.ts';
import { authority, CERTIFICATE_NAME, type Issued } from './paypal-certificates.ts';
import { type Context, checkParameters, type Endpoint } from './paypal-endpoint.ts';
import { PaypalAnswerError, refused } from './paypal-errors.ts';
import { orderEndpoints } from './paypal-order-endpoints.ts';
import { payoutEndpoints } from './paypal-payout-endpoints.ts';
import { createPeople } from './paypal-people.ts';
import { PaypalStore } from './paypal-store.ts';
import { subscriptionEndpoints } from './paypal-subscription-endpoints.ts';

const CLIENT_ID = 'AZDxjDScFpQtjWTOUtWKbyN_bDt4OgqaF4eYXlewfBP4';
const CLIENT_SECRET = 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQS';
const TOKEN_SECONDS = 32_400;

const ENDPOINTS: readonly Endpoint[] = [
  ...orderEndpoints,
  ...subscriptionEndpoints,
  ...payoutEndpoints,
  ...accountEndpoints,
];

export interface PaypalEvent {
  readonly id: string;
  readonly event_version: '1.0';
  readonly create_time: string;
  readonly resource_type: string;
  readonly event_type: string;
  readonly resource: object;
}

export const SERVER_ERROR = {
  kind: 'answer',
  status: 500,
  body: '{"name":"INTERNAL_SERVER_ERROR","message":"An error occurred.","debug_id":"1","details":[]}',
} as const;

const TOKEN_PATH = '/v1/oauth2/token';

const signingKeys = new WeakMap<Issued, KeyObject>();

function signingKeyOf(issued: Issued): KeyObject {
  const key = signingKeys.get(issued) ?? createPrivateKey(issued.key);
  signingKeys.set(issued, key);
  return key;
}

export async function startPaypalServer() {
  const { root, signer } = authority();
  const store = new PaypalStore();
  const events: PaypalEvent[] = [];
  const tokens = new Set<string>();
  const answered = new Map<string, { readonly request: string; readonly body: string }>();
  /** Certificates published below /v1/notifications/certs/, and certificates of authorities below /. */
  const certificates = new Map<string, string>([['CERT-1', signer.certificate]]);

  const context: Context = {
    store,
    bank: { capture: 'COMPLETED', isDeclining: false },
    url: () => apiUrl,
    emit(type, resourceType, resource) {
      events.push({
        id: store.newId('WH-'),
        event_version: '1.0',
        create_time: store.time,
        resource_type: resourceType,
        event_type: type,
        resource: structuredClone(resource),
      });
    },
  };

  function issueToken({ headers, body }: ReceivedRequest): Answer {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    const form = new URLSearchParams(body.toString());
    const code = form.get('code') ?? '';
    const payer = store.payers.get(code);
    if (headers.authorization !== expected) {
      // Repeats the secret, which PayPal does not, to test that it is not logged.
      return { status: 401, body: JSON.stringify({ error: 'invalid_client', got: headers.authorization }) };
    }
    if (form.get('grant_type') !== (payer === undefined ? 'client_credentials' : 'authorization_code')) {
      return { status: 400, body: '{"error":"invalid_grant"}' };
    }
    const access_token = store.newId('A21A');
    tokens.add(access_token);
    // A code works for one login.
    store.payers.delete(code);
    if (payer !== undefined) store.payers.set(access_token, payer);
    return {
      status: 200,
      body: JSON.stringify({ access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS }),
    };
  }

  async function parametersOf({ method, query, headers, body }: ReceivedRequest): Promise<unknown> {
    if (method === 'GET') return Object.fromEntries(query);
    const type = headers['content-type'];
    if (type?.startsWith('multipart/form-data')) {
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const input = form.get('input');
      return JSON.parse(input instanceof Blob ? await input.text() : String(input));
    }
    if (body.length === 0) return {};
    if (type !== 'application/json')
      throw new PaypalAnswerError(415, 'UNSUPPORTED_MEDIA_TYPE', 'CONTENT_TYPE');
    return JSON.parse(body.toString());
  }

  async function execute(request: ReceivedRequest): Promise<Answer> {
    const { method, path, headers } = request;
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!tokens.has(token)) {
      return { status: 401, body: '{"error":"invalid_token"}' };
    }
    for (const one of ENDPOINTS) {
      const match = new RegExp(`^${one.path.replace(':id', '([^/]+)')}$`).exec(path);
      if (one.method !== method || !match) continue;
      const params = checkParameters(one.schema, await parametersOf(request));
      const result = one.handle(context, params, decodeURIComponent(match[1] ?? ''), token);
      if (result === undefined) return { status: 204, body: '' };
      return { status: method === 'POST' ? 201 : 200, body: JSON.stringify(result) };
    }
    throw new PaypalAnswerError(404, 'RESOURCE_NOT_FOUND', 'NO_SUCH_ADDRESS');
  }

  /** Repeats the answer for a repeated request id; another request under the same id is an error. */
  async function answer(request: ReceivedRequest): Promise<Answer> {
    const { method, path, body } = request;
    if (path === TOKEN_PATH) return issueToken(request);
    const certificate = certificates.get(path.split('/').at(-1) ?? '');
    if (certificate !== undefined) return { status: 200, body: certificate };
    const key = method === 'POST' ? request.headers['paypal-request-id'] : undefined;
    const earlier = key === undefined ? undefined : answered.get(String(key));
    const summary = `${method} ${path} ${body}`;
    try {
      if (earlier && earlier.request !== summary) throw refused('DUPLICATE_REQUEST_ID');
      if (earlier) return { status: 200, body: earlier.body };
      const { status, body: answerBody } = await execute(request);
      if (key !== undefined && status < 300)
        answered.set(String(key), { body: answerBody, request: summary });
      return { status, body: answerBody };
    } catch (error) {
      if (!(error instanceof PaypalAnswerError)) throw error;
      return { status: error.status, body: JSON.stringify(error.body) };
    }
  }

  const { url: apiUrl, ...server } = await startFailingServer(answer, ({ path }) => path !== TOKEN_PATH);

  return {
    ...server,
    options: {
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      webhookId: WEBHOOK_ID,
      isTest: true,
      currency: 'USD',
      publicUrl: 'https://live.example.org',
      now: () => store.now,
      environment: {
        apiUrl,
        websiteUrl: apiUrl,
        certificateOrigin: apiUrl,
        certificateName: CERTIFICATE_NAME,
        certificateRoots: [root.certificate],
      },
    },
    store,
    bank: context.bank,
    /** All events, oldest first. */
    events,
    certificates,
    people: createPeople(context),
    /** Resets the server to a new account, for the next history of a property. */
    startOver(): void {
      store.clear();
      answered.clear();
      for (const list of [events, server.requests]) list.length = 0;
    },
    revokeTokens: () => tokens.clear(),
    /** PayPal forgets the ids of requests after hours or days. */
    forgetRequestIds: () => answered.clear(),
    /** The webhook of an event in the form that PayPal sends. */
    webhookOf(event: object, more: { at?: Date; certUrl?: string; signedBy?: Issued; body?: string } = {}) {
      const { at = store.now, certUrl = `${apiUrl}/v1/notifications/certs/CERT-1`, signedBy = signer } = more;
      const rawBody = Buffer.from(more.body ?? JSON.stringify(event));
      const id = store.newId('T-');
      const time = at.toISOString();
      const message = Buffer.from(`${id}|${time}|${WEBHOOK_ID}|${crc32(rawBody)}`);
      return {
        headers: {
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': sign('sha256', message, signingKeyOf(signedBy)).toString('base64'),
          'paypal-cert-url': certUrl,
          'paypal-auth-algo': 'SHA256withRSA',
        },
        rawBody,
      };
    },
  };
}

export type PaypalServer = Awaited<ReturnType<typeof startPaypalServer>>;
