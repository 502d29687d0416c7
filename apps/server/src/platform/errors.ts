/** Errors that are shown to the caller: a code for programs, a sentence for people, a kind that decides the HTTP status. */

export type ErrorKind =
  | 'not_found'
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'unauthenticated';

/** An error in one field of the request body: an RFC 6901 pointer and a sentence. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly errors: readonly FieldError[];
  /** The wait in seconds that becomes the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** The path of the page where the person can resolve the error. */
  readonly link: string | undefined;

  constructor(
    code: string,
    kind: ErrorKind,
    sentence: string,
    options: ErrorOptions & {
      errors?: readonly FieldError[];
      retryAfterSeconds?: number;
      link?: string;
    } = {},
  ) {
    super(sentence, options);
    this.code = code;
    this.kind = kind;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.link = options.link;
  }
}

/** Codes of the system, of PostgreSQL and our own for a disk that is full, over its quota, read-only or broken. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100', '58030', 'disk_unwritable'];

/** Whether the error or one of its causes has one of these codes. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && UNWRITABLE.includes(String(error.code))) || isUnwritable(error.cause));

/** 503: nothing was saved, and retrying immediately will fail too. */
export function diskUnwritable(cause?: unknown): AppError {
  return new AppError(
    'disk_unwritable',
    'unavailable',
    'The server’s disk is full or not writable, so this was not saved. The operator has to fix that. Try again later.',
    { cause, retryAfterSeconds: 60 },
  );
}

/**
 * Defines a feature's errors, each with its kind and its sentence:
 *
 *     export const errors = defineErrors({ stream_not_found: ['not_found', 'This stream does not exist.'] });
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
