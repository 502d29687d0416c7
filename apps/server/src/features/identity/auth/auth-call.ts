/** Calls better-auth for our own endpoints and turns its refusals into our errors. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import { AUTH_PATH, type Auth, CLIENT_ADDRESS_HEADER, REGISTRATION_CLOSED_HEADER } from './auth.ts';

export interface AuthCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Hides the session cookie of a caller who counts as signed out: better-auth does not know about bans. */
  readonly signedOut?: boolean;
  /** Refuses to create new accounts. */
  readonly registrationClosed?: boolean;
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

/** @throws AppError for each refusal, with better-auth's own sentence unless we have a better one (spec section 8) */
export function createAuthCall(auth: Auth, log: Log): CallAuth {
  return async ({ request, reply, signedOut = false, registrationClosed = false }, method, path, body) => {
    const response = await auth.handler(
      new Request(new URL(AUTH_PATH + path, auth.options.baseURL), {
        method,
        headers: headersFor(request, signedOut, registrationClosed),
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

function headersFor(request: FastifyRequest, signedOut: boolean, registrationClosed: boolean): Headers {
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
  return headers;
}

const libraryError = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  /** A link that only this server's own refusals contain. */
  link: z.string().optional(),
});

const KIND_OF: Readonly<Record<number, ErrorKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'limited',
  503: 'unavailable',
};

/** The field that a refusal is about, and a sentence in place of better-auth's if that does not say what to do. */
const FIELDS: Readonly<Record<string, readonly [pointer: string, sentence?: string]>> = {
  INVALID_OTP: ['/otp', 'That code is wrong. Check it, or request a new one.'],
  OTP_EXPIRED: ['/otp', 'That code has expired. Request a new one.'],
  TOO_MANY_ATTEMPTS: ['/otp', 'Too many attempts with this code. Request a new one.'],
  INVALID_CODE: ['/code', 'That code is wrong. Enter the code your app shows now.'],
  CODE_USED: ['/code'],
  INVALID_BACKUP_CODE: ['/code', 'That backup code is wrong or has already been used.'],
  INVALID_TOKEN: ['/token', 'This link has expired or has already been used. Request a new one.'],
  PASSWORD_TOO_SHORT: ['/password'],
  PASSWORD_TOO_LONG: ['/password'],
  INVALID_EMAIL: ['/email'],
  FAILED_TO_VERIFY_REGISTRATION: ['/response', 'This passkey couldn’t be added. Try again.'],
  AUTHENTICATION_FAILED: ['/response', 'This passkey doesn’t match the account. Try again.'],
};

const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password, or the address isn’t confirmed yet.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Start again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Start again with your password.',
  TOTP_NOT_ENABLED: 'This account has no authenticator app.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  SESSION_NOT_FRESH: 'Sign in again to do this. Your last sign-in was too long ago.',
};

function refusal(response: Response, text: string, body: unknown): AppError {
  const {
    code: given = '',
    message = 'Authentication failed',
    link,
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
    return new AppError('rate_limited', 'limited', 'Too many attempts. Wait a moment and try again.', {
      retryAfterSeconds: retryAfter > 0 ? retryAfter : 60,
    });
  }
  if (code === 'INVALID_PASSWORD') {
    const pointer =
      typeof body === 'object' && body !== null && 'currentPassword' in body
        ? '/currentPassword'
        : '/password';
    const detail = 'Incorrect password.';
    return new AppError('password_wrong', 'invalid', detail, { errors: [{ pointer, detail }] });
  }
  const [pointer, sentence = SENTENCES[code] ?? message] = FIELDS[code] ?? [null];
  return new AppError(code.toLowerCase() || 'refused', KIND_OF[status] ?? 'invalid', sentence, {
    ...(status === 503 && { retryAfterSeconds: 5 }),
    ...(link !== undefined && { link }),
    errors: pointer === null ? [] : [{ pointer, detail: sentence }],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
