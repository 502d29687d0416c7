/** Classifies PostgreSQL's errors: server unavailable, transaction to retry, text it cannot store, violated constraint. */
import { type AppError, defineErrors } from '../errors.ts';

const errors = defineErrors('database', { database_unavailable: 'unavailable', text_unstorable: 'invalid' });

/** The error for an unavailable server (503). The request changed nothing and can be repeated. */
export function databaseUnavailable(cause: unknown): AppError {
  return errors.database_unavailable({ cause, retryAfterSeconds: 2 });
}

/** The error for a text with the null character (422), which PostgreSQL cannot store. */
export function unstorableText(cause: unknown): AppError {
  return errors.text_unstorable({ cause });
}

/** character_not_in_repertoire, or untranslatable_character for an escape in JSON. */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error));

/** Serialization failure and deadlock (PostgreSQL, appendix A, class 40). */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown, recovery), 25006 (a standby that is not
 * promoted yet), and errors of the socket.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|57P0|25006)/.test(code)) return true;
  if (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'].includes(code)
  ) {
    return true;
  }
  // node-postgres has no codes for these.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** @param constraint matches only this constraint */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    codeOf(error) === '23505' && (constraint === undefined || fieldOf(error, 'constraint') === constraint)
  );
}

/** Whether a check constraint is violated, or a trigger raised the same error. */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23514' && fieldOf(error, 'constraint') === constraint;

/** The extension that is not installed or that this user may not create; null for any other error. */
export function extensionRefused(error: unknown): string | null {
  // insufficient_privilege, and feature_not_supported or undefined_file depending on the server's version.
  if (!['42501', '0A000', '58P01'].includes(codeOf(error))) return null;
  return /extension "(\w+)"/.exec(fieldOf(error, 'message'))?.[1] ?? null;
}

const codeOf = (error: unknown): string => fieldOf(error, 'code');

function fieldOf(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
