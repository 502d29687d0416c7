/** The result of one check of `admin doctor`. */

export interface Finding {
  readonly state: 'ok' | 'warning' | 'failed';
  /** A sentence with the values that were found. */
  readonly message: string;
  /** Tells the operator how to fix it. */
  readonly advice?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, advice: string): Finding => ({ state: 'warning', message, advice });
export const failed = (message: string, advice: string): Finding => ({ state: 'failed', message, advice });

/** The code of a system error or, without one, its message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : null;
  if (code === null || inner.message.includes(code)) return inner.message || inner.name;
  // The errors of several addresses have no message of their own.
  return inner.message ? `${inner.message} (${code})` : code;
}
