/** Errors that a caller is told about: a code for programs, a sentence for people, a kind for the transport. */

export type ErrorKind =
  | 'not_found'
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'unauthenticated';

/** What is wrong with one field of the request body: an RFC 6901 pointer and a sentence. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly errors: readonly FieldError[];
  /** When trying again makes sense; becomes Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    kind: ErrorKind,
    sentence: string,
    options: ErrorOptions & { errors?: readonly FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(sentence, options);
    this.code = code;
    this.kind = kind;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A disk that is full, over its quota, read-only or broken: as the system says it, PostgreSQL, and we. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100', '58030', 'disk_unwritable'];

/** Also where it is the cause of what is told. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && UNWRITABLE.includes(String(error.code))) || isUnwritable(error.cause));

/** 503: what was to be kept is not, and trying again at once is in vain. */
export function diskUnwritable(cause?: unknown): AppError {
  return new AppError(
    'disk_unwritable',
    'unavailable',
    'The server’s disk is full or cannot be written to, so this was not saved. Whoever runs it has to see to that; try again later.',
    { cause, retryAfterSeconds: 60 },
  );
}

/**
 * A feature's list of errors, each with its kind and its sentence:
 *
 *     export const errors = defineErrors({ stream_not_found: ['not_found', 'There is no such stream.'] });
 *     throw errors.stream_not_found();
 */
export function defineErrors<Code extends string>(
  list: Readonly<Record<Code, readonly [kind: ErrorKind, sentence: string]>>,
): Readonly<Record<Code, (options?: ConstructorParameters<typeof AppError>[3]) => AppError>> {
  const entries = Object.entries<readonly [ErrorKind, string]>(list).map(([code, [kind, sentence]]) => [
    code,
    (options?: ConstructorParameters<typeof AppError>[3]) => new AppError(code, kind, sentence, options),
  ]);
  return Object.fromEntries(entries);
}
