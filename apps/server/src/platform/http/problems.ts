/** Errors to RFC 9457 problem documents: the one place that knows statuses. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorKind, type FieldError } from '../errors.ts';

export const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** What Fastify itself finds wrong with a request, in our words. */
const FRAMEWORK: Readonly<Record<string, readonly [status: number, code: string, sentence: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The request body is larger than this endpoint takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_json', 'The request says that it holds JSON, and is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', 'The request body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The request body is not as long as it says.'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'There is nothing at this address.'],
};

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** Answers for whatever a hook or a handler threw. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerFor(error);
  // Whatever nobody foresaw is logged, here and nowhere else, and its text stays here.
  if (answer.status === 500) request.log.error({ err: error, reqId: request.id }, 'A request failed');
  else if (answer.status === 503) {
    // Many may find it at once: what they found, without the way there.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
    request.log.warn({ reqId: request.id, code: answer.code, reason }, 'A request found a part down');
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
    const { kind, code, message, errors, retryAfterSeconds } = error;
    return { status: STATUS_OF[kind], code, title: message, errors, retryAfterSeconds };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return answerForValidation(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FRAMEWORK[code];
  if (known) return { status: known[0], code: known[1], title: known[2] };
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return { status: 400, code: 'malformed_json', title: 'The request body is not JSON.' };
  }
  return {
    status: 500,
    code: 'internal',
    title: 'Something went wrong on the server; the log has it under this instance.',
  };
}

function answerForValidation(error: {
  readonly validation: readonly { readonly instancePath: string; readonly message?: string | undefined }[];
  readonly validationContext?: string | undefined;
}): Answer {
  // An id in the path that no id looks like names nothing.
  if (error.validationContext === 'params') {
    return { status: 404, code: 'not_found', title: 'There is nothing at this address.' };
  }
  const errors = error.validation.map(({ instancePath, message }) => ({
    pointer: instancePath === '/' ? '' : instancePath,
    detail: message ?? 'This will not do.',
  }));
  const where = error.validationContext === 'querystring' ? 'query' : 'body';
  return {
    status: 422,
    code: 'validation_failed',
    title: `Something in the request's ${where} will not do.`,
    errors,
  };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const problem: Problem = {
    type: 'about:blank',
    title: answer.title,
    status: answer.status,
    code: answer.code,
    instance: request.id,
    ...(answer.errors?.length ? { errors: [...answer.errors] } : {}),
  };
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
  return (
    reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      // Hooks do not run for a URL that cannot be read.
      .header('x-request-id', request.id)
      .type('application/problem+json')
      .send(JSON.stringify(problem))
  );
}

/** Answers bytes that are no HTTP request (llhttp's errors), for which there is no request object. */
export function refuseBytes(code: string | undefined, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, word, title] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'headers_too_large', 'The request headers are too large.'] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'request_timeout', 'The request took too long to arrive.'] as const)
        : ([400, 'bad_request', 'This is not an HTTP request.'] as const);
  const problem: Problem = { type: 'about:blank', title, status, code: word, instance: '' };
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * 404, or 405 with Allow where another method would have found something.
 * @param fallback takes the request where it is not for the API: the web app's own routes
 */
export function installNotFound(
  app: FastifyInstance,
  fallback: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply | null,
): void {
  const routes: { readonly pattern: URLPattern; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: new URLPattern({ pathname: url }), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const allowed = routes
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(({ methods }) => methods);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      return sendProblem(request, reply.header('allow', [...new Set(allowed)].join(', ')), {
        status: 405,
        code: 'method_not_allowed',
        title: `${STATUS_CODES[405]}: this address takes ${[...new Set(allowed)].join(', ')}.`,
      });
    }
    return (
      fallback(request, reply) ??
      sendProblem(request, reply, {
        status: 404,
        code: 'not_found',
        title: 'There is nothing at this address.',
      })
    );
  });
}
