/** The fields of an error in the log. Libraries hang requests, headers and rows on their errors, which are left out. */

export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/** Causes can form a cycle, so no more of them are followed. */
const MAX_CAUSES = 5;

export function errorFields(error: unknown, causes = MAX_CAUSES): ErrorFields | unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: name,
    message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause instanceof Error && causes > 0 && { cause: errorFields(cause, causes - 1) }),
  };
}
