/** The sign-in library behind our own endpoints: calls it with a request, gives its refusals as ours. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import { AUTH_PATH, type Auth, CLIENT_ADDRESS_HEADER, REGISTRATION_CLOSED_HEADER } from './auth.ts';

export interface LibraryCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The library knows nothing of bans: it is not shown the session of somebody who counts as signed out. */
  readonly signedOut?: boolean;
  /** Whoever has no account yet is not to get one. */
  readonly registrationClosed?: boolean;
}

export interface LibraryAnswer {
  readonly status: number;
  /** Where the library sends the browser. */
  readonly location: string | null;
  readonly body: unknown;
}

export type CallLibrary = (
  call: LibraryCall,
  method: 'GET' | 'POST',
  /** Of the library, with its query: `/sign-in/email`. */
  path: string,
  body?: unknown,
) => Promise<LibraryAnswer>;

/** @throws AppError for each refusal; the sentence stays the library's own (spec section 8) */
export function createLibraryCall(auth: Auth, log: Log): CallLibrary {
  return async ({ request, reply, signedOut = false, registrationClosed = false }, method, path, body) => {
    const response = await auth.handler(
      new Request(new URL(AUTH_PATH + path, auth.options.baseURL), {
        method,
        headers: headersFor(request, signedOut, registrationClosed),
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      }),
    );
    const text = await response.text();
    // Who it was is in none of these lines: an address that somebody mistyped would be, too.
    log.info(
      { reqId: request.id, from: request.ip, status: response.status },
      `auth: ${method} ${path.split('?', 1)[0]}`,
    );
    if (response.status >= 400) throw refusal(response, text, body);
    const cookies = response.headers.getSetCookie();
    // Of a call that goes on after the answer nothing is to be kept.
    if (cookies.length > 0 && !reply.sent) reply.header('set-cookie', cookies);
    return { status: response.status, location: response.headers.get('location'), body: parseJson(text) };
  };
}

function headersFor(request: FastifyRequest, signedOut: boolean, registrationClosed: boolean): Headers {
  const headers = new Headers({ 'content-type': 'application/json', host: request.headers.host ?? '' });
  for (const name of [
    'cookie',
    'origin',
    'referer',
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

const libraryError = z.object({ code: z.string().optional(), message: z.string().optional() });

const KIND_OF: Readonly<Record<number, ErrorKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'limited',
  503: 'unavailable',
};

/** Which field a refusal is about, and our sentence where the library's does not say what to do. */
const FIELDS: Readonly<Record<string, readonly [pointer: string, sentence?: string]>> = {
  INVALID_OTP: ['/otp', 'That is not the code; look at the newest mail, or ask for another code.'],
  OTP_EXPIRED: ['/otp', 'That code has expired; ask for another one.'],
  TOO_MANY_ATTEMPTS: ['/otp', 'That code was tried too often; ask for another one.'],
  INVALID_CODE: ['/code', 'That is not the code that the app shows now; try the next one.'],
  CODE_USED: ['/code'],
  INVALID_BACKUP_CODE: ['/code', 'That is none of your backup codes, or one that was used already.'],
  INVALID_TOKEN: ['/token', 'This link was used already or has expired; ask for another one.'],
  PASSWORD_TOO_SHORT: ['/password'],
  PASSWORD_TOO_LONG: ['/password'],
  INVALID_EMAIL: ['/email'],
  FAILED_TO_VERIFY_REGISTRATION: ['/response', 'This passkey cannot be taken; try again.'],
  AUTHENTICATION_FAILED: ['/response', 'This passkey does not open the account; try again.'],
};

const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired; begin again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes; begin again with your password.',
  TOTP_NOT_ENABLED: 'There is no authenticator app for this account.',
  CHALLENGE_NOT_FOUND: 'This took too long; try again.',
  SESSION_NOT_FRESH: 'Sign in again to do this: your sign-in was some time ago.',
};

function refusal(response: Response, text: string, body: unknown): AppError {
  const { status } = response;
  const { code = '', message = 'Authentication failed' } = libraryError.catch({}).parse(parseJson(text));
  // A credential that cannot be read is called a failure of the library’s own.
  if (status >= 500 && status !== 503 && code !== 'FAILED_TO_VERIFY_REGISTRATION') {
    throw new Error(`The sign-in library failed: ${code || status} ${message}`);
  }
  if (status === 429 && code === '') {
    const retryAfter = Number(response.headers.get('x-retry-after'));
    return new AppError('rate_limited', 'limited', 'Too many attempts; wait a little.', {
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
