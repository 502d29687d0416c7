/** Calls PayPal's REST API: parses answers, and throws the errors of the port. */
import type { z } from 'zod';
import { localized, type Text } from '#platform/messages/index.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import { type HttpAnswer, request } from './paypal-http.ts';
import * as objects from './paypal-objects.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 };

/** Access tokens are renewed this long before they expire. */
const TOKEN_MARGIN_MS = 60_000;

/** Sentences for refusals that people can act on, by PayPal's issue. */
const REFUSALS: Readonly<Record<string, Text>> = {
  CAPTURE_FULLY_REFUNDED: localized('errors.provider.refunded'),
  CURRENCY_NOT_SUPPORTED: localized('errors.provider.currency'),
  INSTRUMENT_DECLINED: localized('errors.provider.declined'),
  NOT_AUTHORIZED: localized('errors.provider.not_authorized'),
  REFUND_AMOUNT_EXCEEDED: localized('errors.provider.too_much'),
  REFUND_TIME_LIMIT_EXCEEDED: localized('errors.provider.too_old'),
  TRANSACTION_DISPUTED: localized('errors.provider.disputed'),
};

/** Issues that can resolve without a new request: by another try, or when money arrives. */
const TEMPORARY = ['INSUFFICIENT_FUNDS', 'REFUND_FAILED_INSUFFICIENT_FUNDS', 'PREVIOUS_REQUEST_IN_PROGRESS'];
const TEMPORARY_STATUSES = [401, 408, 409, 425, 429];

/** A final refusal, with PayPal's names of the reasons. */
export class PaypalRefused extends ProviderRefused {
  readonly issues: readonly string[];
  /** Addresses of the objects that conflict with the request. */
  readonly links: readonly string[];

  constructor(what: string, issues: readonly string[], links: readonly string[]) {
    const known = issues.find((issue) => Object.hasOwn(REFUSALS, issue));
    super((known && REFUSALS[known]) ?? localized('errors.provider.paypal_refused'), {
      cause: new Error(what),
    });
    this.issues = issues;
    this.links = links;
  }
}

export interface PaypalApiOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `https://api-m.paypal.com` */
  readonly apiUrl: string;
  readonly timeoutMs?: number;
  readonly now: () => Date;
}

type Route = `${'GET' | 'POST' | 'PATCH'} /${string}`;

export interface PaypalApi {
  /**
   * @param options.token the access token of another account; the instance's own by default
   * @param options.requestId makes a request idempotent: PayPal repeats its answer to the first one
   * @throws ProviderUnavailable, PaypalRefused
   */
  call<T>(
    schema: z.ZodType<T>,
    route: Route,
    options?: { readonly body?: unknown; readonly requestId?: string; readonly token?: string },
  ): Promise<T>;
  /** @returns the access token of the person who has logged in with PayPal. @throws ProviderUnavailable */
  logIn(code: string): Promise<string>;
}

interface Token {
  readonly value: Promise<string>;
  expiresAtMs: number;
}

export function createPaypalApi(options: PaypalApiOptions): PaypalApi {
  const { clientId, clientSecret, apiUrl, now, timeoutMs = LIMITS.timeoutMs } = options;
  let token: Token | null = null;

  /** Keeps only names, since descriptions in errors may repeat payers' data. */
  function failure(what: string, { status, body }: HttpAnswer): Error {
    const { data } = objects.error.safeParse(parseJson(body));
    const issues = data ? [data.name, ...data.details.map(({ issue }) => issue)] : [];
    const links = data?.details.flatMap(({ link }) => link.map(({ href }) => href)) ?? [];
    const said = `${what} was answered with ${status} ${issues.join(', ')} ${data?.debug_id ?? ''}`.trim();
    const isFinal =
      status >= 400 &&
      status < 500 &&
      data !== undefined &&
      !TEMPORARY_STATUSES.includes(status) &&
      !issues.some((issue) => TEMPORARY.includes(issue));
    return isFinal ? new PaypalRefused(said, issues, links) : new ProviderUnavailable(said);
  }

  async function send(what: string, path: string, init: RequestInit): Promise<HttpAnswer> {
    return request(what, apiUrl + path, init, { ...LIMITS, timeoutMs });
  }

  async function requestToken(grant: Readonly<Record<string, string>>) {
    const what = 'Signing in to PayPal';
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await send(what, '/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(grant),
    });
    // Treats wrong keys as temporary, too, since nothing is known about the payments.
    if (answer.status !== 200) throw new ProviderUnavailable(`${what} was answered with ${answer.status}`);
    return parse(what, objects.accessToken, answer.body);
  }

  /** Requests that need a token at the same time share one request for it. */
  function currentToken(): Promise<string> {
    if (token && token.expiresAtMs > now().getTime()) return token.value;
    const grant = { grant_type: 'client_credentials' };
    const value = requestToken(grant).then(({ access_token, expires_in: seconds }) => {
      next.expiresAtMs = now().getTime() + seconds * 1000 - TOKEN_MARGIN_MS;
      return access_token;
    });
    const next: Token = { value, expiresAtMs: Number.POSITIVE_INFINITY };
    token = next;
    value.catch(() => {
      if (token === next) token = null;
    });
    return value;
  }

  return {
    async call(schema, route, { body, requestId, token: given } = {}) {
      const [method = '', path = ''] = route.split(' ');
      // Leaves out the query, which may be long.
      const what = `${method} ${path.split('?')[0]}`;
      const isForm = body instanceof FormData;
      const answer = await send(what, path, {
        method,
        headers: {
          authorization: `Bearer ${given ?? (await currentToken())}`,
          prefer: 'return=representation',
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(requestId !== undefined && { 'paypal-request-id': requestId }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      // The token was revoked before it expired, so the next call requests another one.
      if (answer.status === 401 && given === undefined) token = null;
      if (answer.status < 200 || answer.status > 299) throw failure(what, answer);
      return parse(what, schema, answer.body);
    },
    async logIn(code) {
      return (await requestToken({ grant_type: 'authorization_code', code })).access_token;
    },
  };
}

/** @throws ProviderUnavailable */
function parse<T>(what: string, schema: z.ZodType<T>, body: Buffer): T {
  const { data, error } = schema.safeParse(body.length === 0 ? undefined : parseJson(body));
  if (!error) return data as T;
  const [issue] = error.issues;
  const at = issue?.path.join('.') || 'the answer';
  throw new ProviderUnavailable(`${what} returned an invalid response: ${at}: ${issue?.message}`);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
