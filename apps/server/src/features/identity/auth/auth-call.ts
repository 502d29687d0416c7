/** Calls better-auth for our own endpoints and turns its refusals into our errors. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import { localized } from '#platform/messages/index.ts';
import { identityErrors } from '../identity.errors.ts';
import {
  AUTH_PATH,
  type Auth,
  CLIENT_ADDRESS_HEADER,
  INVITATION_HEADER,
  REGISTRATION_CLOSED_HEADER,
} from './auth.ts';
import { AUTH_REFUSALS, banText } from './auth-refusals.ts';

export interface AuthCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Hides the session cookie of a caller who counts as signed out: better-auth does not know about bans. */
  readonly signedOut?: boolean;
  /** Refuses to create new accounts. */
  readonly registrationClosed?: boolean;
  /** Admits a new account although the registration is closed; null: none. */
  readonly invitation?: string | null;
}

export interface AuthAnswer {
  readonly status: number;
  /** The URL to which better-auth redirects the browser. */
  readonly location: string | null;
  /** Whether better-auth signed the browser in. */
  readonly setsSession: boolean;
  readonly body: unknown;
}

export type CallAuth = (
  call: AuthCall,
  method: 'GET' | 'POST',
  /** A path of better-auth with its query, such as `/sign-in/email`. */
  path: string,
  body?: unknown,
) => Promise<AuthAnswer>;

/** @throws AppError for each refusal, with better-auth's own sentence if we have none (spec section 8) */
export function createAuthCall(auth: Auth, log: Log): CallAuth {
  return async (http, method, path, body) => {
    const { request, reply } = http;
    const response = await auth.handler(
      new Request(new URL(AUTH_PATH + path, auth.options.baseURL), {
        method,
        headers: headersFor(http),
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      }),
    );
    const text = await response.text();
    // The log does not name the account, since that would include email addresses typed by mistake.
    log.info(
      { reqId: request.id, from: request.ip, status: response.status },
      `auth: ${method} ${path.split('?', 1)[0]}`,
    );
    if (response.status >= 400) throw refusal(response, text, body);
    const cookies = response.headers.getSetCookie();
    // A background call cannot set cookies on a response that has been sent.
    if (cookies.length > 0 && !reply.sent) reply.header('set-cookie', cookies);
    return {
      status: response.status,
      location: response.headers.get('location'),
      setsSession: cookies.some((cookie) => /session_token=[^;]/.test(cookie)),
      body: parseJson(text),
    };
  };
}

function headersFor({ request, signedOut, registrationClosed, invitation }: AuthCall): Headers {
  const headers = new Headers({ 'content-type': 'application/json', host: request.headers.host ?? '' });
  for (const name of [
    'cookie',
    'origin',
    'referer',
    'accept-language',
    'user-agent',
    'sec-fetch-site',
    'sec-fetch-mode',
  ] as const) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (signedOut) {
    const cookies = (request.headers.cookie ?? '').split(/; */);
    headers.set('cookie', cookies.filter((cookie) => !/session_token=/.test(cookie)).join('; '));
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  if (registrationClosed) headers.set(REGISTRATION_CLOSED_HEADER, '1');
  if (invitation) headers.set(INVITATION_HEADER, invitation);
  return headers;
}

const libraryError = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  /** A link that only this server's own refusals contain. */
  link: z.string().optional(),
  /** The end of a ban, and its reason. */
  until: z.string().optional(),
  reason: z.string().optional(),
});

const KIND_OF: Readonly<Record<number, ErrorKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'limited',
  503: 'unavailable',
};

function refusal(response: Response, text: string, body: unknown): AppError {
  const {
    code: given = '',
    message = 'Authentication failed',
    link,
    until,
    reason,
  } = libraryError.catch({}).parse(parseJson(text));
  // A person who signed up with another person's address must not learn from the sign-in whether it had an account.
  const [status, code] =
    given === 'EMAIL_NOT_VERIFIED' ? [401, 'INVALID_EMAIL_OR_PASSWORD'] : [response.status, given];
  // better-auth reports an unreadable credential as a failure of its own.
  if (status >= 500 && status !== 503 && code !== 'FAILED_TO_VERIFY_REGISTRATION') {
    throw new Error(`better-auth failed with ${status} ${code}: ${message}`);
  }
  if (status === 429 && code === '') {
    const retryAfter = Number(response.headers.get('x-retry-after'));
    return new AppError('rate_limited', 'limited', localized('errors.identity.too_many_attempts'), {
      retryAfterSeconds: retryAfter > 0 ? retryAfter : 60,
    });
  }
  if (code === 'INVALID_PASSWORD') {
    const isChange = typeof body === 'object' && body !== null && 'currentPassword' in body;
    return identityErrors.password_wrong().at(isChange ? '/currentPassword' : '/password');
  }
  const { pointer, detail = message } =
    code === 'BANNED' ? { detail: banText(until, reason) } : (AUTH_REFUSALS[code] ?? {});
  return new AppError(code.toLowerCase() || 'refused', KIND_OF[status] ?? 'invalid', detail, {
    ...(status === 503 && { retryAfterSeconds: 5 }),
    ...(link !== undefined && { link }),
    errors: pointer === undefined ? [] : [{ pointer, detail }],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
