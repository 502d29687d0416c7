/** Turns errors into RFC 9457 problem documents. No other file maps errors to HTTP statuses. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { hasAmounts, type Problem, writeAmounts } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorKind, type FieldText } from '../errors.ts';
import {
  type Language,
  type LocalizedText,
  languageOf,
  localize,
  localized,
  SOURCE_LANGUAGE,
  schemaText,
  type Text,
} from '../messages/index.ts';

export const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** The errors of Fastify itself. */
const FRAMEWORK: Readonly<Record<string, readonly [status: number, code: string, text: LocalizedText]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', localized('errors.http.body_too_large')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    localized('errors.http.unsupported_media_type'),
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_json', localized('errors.http.empty_json')],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', localized('errors.http.malformed_json')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', localized('errors.http.content_length')],
  FST_ERR_BAD_URL: [400, 'bad_request', localized('errors.http.malformed_url')],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', localized('errors.http.not_found')],
};

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly title: Text;
  readonly errors?: readonly FieldText[];
  readonly retryAfterSeconds?: number | undefined;
  readonly link?: string | undefined;
}

/** Sends the response for an error that a hook or a handler threw. */
export async function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await withSchemaTexts(answerFor(error), languageOf(request), request.server.currency).catch(
    answerFor,
  );
  // Unexpected errors are logged here only; their text is never sent.
  if (answer.status === 500)
    request.log.error({ err: error, reqId: request.id }, 'Request failed unexpectedly');
  else if (answer.status === 503) {
    // An outage fails many requests at once, so the stack trace is left out.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
    request.log.warn(
      { reqId: request.id, code: answer.code, reason },
      'Request failed because a service is unavailable',
    );
  } else if ([401, 403, 429].includes(answer.status)) {
    const { method, routeOptions, id, ip } = request;
    request.log.info(
      { reqId: id, from: ip, code: answer.code },
      `Refused: ${method} ${routeOptions.url ?? ''}`,
    );
  }
  return sendProblem(request, reply, answer);
}

function answerFor(error: unknown): Answer {
  if (error instanceof AppError) {
    const { kind, code, text: title, retryAfterSeconds, link } = error;
    const errors = error.errors.map(({ pointer, text }) => ({ pointer, detail: text }));
    return { status: STATUS_OF[kind], code, title, errors, retryAfterSeconds, link };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return answerForValidation(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FRAMEWORK[code];
  if (known) return { status: known[0], code: known[1], title: known[2] };
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return { status: 400, code: 'malformed_json', title: localized('errors.http.malformed_json') };
  }
  return {
    status: 500,
    code: 'internal',
    title: localized('errors.http.internal'),
  };
}

/** Writes the sentences of schemas in another language. Their amounts are in the currency of the instance, which schemas do not know. */
async function withSchemaTexts(
  answer: Answer,
  language: Language,
  currency: () => Promise<string>,
): Promise<Answer> {
  if (!answer.errors) return answer;
  const hasAmount = answer.errors.some(({ detail }) => typeof detail === 'string' && hasAmounts(detail));
  const code = hasAmount ? await currency() : '';
  const write = (sentence: string) =>
    language === SOURCE_LANGUAGE ? writeAmounts(sentence, code) : schemaText(sentence, code);
  const errors = answer.errors.map(({ pointer, detail }) => ({
    pointer,
    detail: typeof detail === 'string' ? write(detail) : detail,
  }));
  return { ...answer, errors };
}

function answerForValidation(error: {
  readonly validation: readonly {
    readonly instancePath: string;
    readonly message?: string | undefined;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
  readonly validationContext?: string | undefined;
}): Answer {
  // A malformed id in the path means that the resource does not exist.
  if (error.validationContext === 'params') {
    return { status: 404, code: 'not_found', title: localized('errors.http.not_found') };
  }
  const errors = error.validation.flatMap(({ instancePath, message, params }): FieldText[] => {
    const pointer = instancePath === '/' ? '' : instancePath;
    // These are fields that the schema does not have.
    if (Array.isArray(params.keys)) {
      const names = params.keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
      return names.map((name) => ({
        pointer: `${pointer}/${name}`,
        detail: localized('errors.http.no_such_field'),
      }));
    }
    return [{ pointer, detail: message ?? localized('errors.http.invalid_value') }];
  });
  return {
    status: 422,
    code: 'validation_failed',
    title: localized(
      error.validationContext === 'querystring' ? 'errors.http.invalid_query' : 'errors.http.invalid_body',
    ),
    errors,
  };
}

/** Sends a problem in the language that the request wants. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const language = languageOf(request);
  const problem: Problem = {
    type: 'about:blank',
    title: localize(answer.title, language),
    status: answer.status,
    code: answer.code,
    instance: request.id,
    ...(answer.link !== undefined && { link: answer.link }),
    ...(answer.errors?.length && {
      errors: answer.errors.map(({ pointer, detail }) => ({ pointer, detail: localize(detail, language) })),
    }),
  };
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
  return (
    reply
      .code(answer.status)
      .header('cache-control', 'private, no-store')
      // Hooks do not run for a malformed URL.
      .header('x-request-id', request.id)
      .header('content-language', language)
      .type('application/problem+json')
      .send(JSON.stringify(problem))
  );
}

/** Responds to bytes that are not an HTTP request (errors of llhttp), for which there is no request object. */
export function refuseBytes(code: string | undefined, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, word, title] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'headers_too_large', 'The request headers are too large.'] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'request_timeout', 'The request was not received in time.'] as const)
        : ([400, 'bad_request', 'This is not a valid HTTP request.'] as const);
  const problem: Problem = { type: 'about:blank', title, status, code: word, instance: '' };
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * Responds 404, or 405 with Allow when the address exists for other methods.
 * @param fallback serves the web app's own routes; null for any other request
 */
export function installNotFound(
  app: FastifyInstance,
  fallback: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply | null,
): void {
  const routes: { readonly pattern: URLPattern; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: new URLPattern({ pathname: url }), methods: [method].flat() });
  });
  // Pages of the web app have no route and end here, too.
  app.setNotFoundHandler({ preHandler: app.rateLimit(app.rateLimits.pages) }, (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const allowed = routes
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(({ methods }) => methods);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      return sendProblem(request, reply.header('allow', [...new Set(allowed)].join(', ')), {
        status: 405,
        code: 'method_not_allowed',
        title: localized('errors.http.method_not_allowed', { methods: [...new Set(allowed)].join(', ') }),
      });
    }
    return (
      fallback(request, reply) ??
      sendProblem(request, reply, {
        status: 404,
        code: 'not_found',
        title: localized('errors.http.not_found'),
      })
    );
  });
}
