/** Which of PostgreSQL's failures mean that it is away, that one should try again, or that a caller's text will not do. */
import { AppError } from '../errors.ts';

/** 503: the request did nothing and may be repeated. */
export function databaseUnavailable(cause: unknown): AppError {
  return new AppError(
    'database_unavailable',
    'unavailable',
    'The database does not answer at the moment; try again shortly.',
    { cause, retryAfterSeconds: 2 },
  );
}

/** 422: of all that a text can hold, PostgreSQL refuses one character. */
export function unstorableText(cause: unknown): AppError {
  return new AppError('text_unfit', 'invalid', 'This text holds a null character (U+0000). Leave it out.', {
    cause,
  });
}

/** character_not_in_repertoire, and untranslatable_character where JSON writes it as an escape. */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error));

/** Serialization failure and deadlock (PostgreSQL, appendix A, class 40). */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown, recovery), 25006 (a standby that is not
 * the primary yet), and the socket's own errors.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|57P0|25006)/.test(code)) return true;
  if (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'].includes(code)
  ) {
    return true;
  }
  // node-postgres gives these no code.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** A unique constraint said no. @param constraint its name, where only one is meant */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    codeOf(error) === '23505' && (constraint === undefined || fieldOf(error, 'constraint') === constraint)
  );
}

/** A check said no, in a constraint or a trigger. @param constraint its name */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23514' && fieldOf(error, 'constraint') === constraint;

/** The extension that is not installed beside the server, or not this user's to create; else null. */
export function extensionRefused(error: unknown): string | null {
  // insufficient_privilege, feature_not_supported, undefined_file: the last two by version of the server.
  if (!['42501', '0A000', '58P01'].includes(codeOf(error))) return null;
  return /extension "(\w+)"/.exec(fieldOf(error, 'message'))?.[1] ?? null;
}

const codeOf = (error: unknown): string => fieldOf(error, 'code');

function fieldOf(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
