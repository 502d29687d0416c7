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
