/** Names the request or the job that causes a log line, also in services that know nothing of either. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The fields of every line that is logged meanwhile. */
export interface LogContext {
  readonly reqId?: string;
  readonly job?: string;
  readonly jobId?: string;
}

interface Scope {
  /** Null once the work is over: timers and connections that it left keep the scope and are not its own. */
  fields: LogContext | null;
}

const scopes = new AsyncLocalStorage<Scope>();

export function currentLogContext(): LogContext {
  return scopes.getStore()?.fields ?? {};
}

/** Runs work whose log lines have these fields, until it settles. */
export async function inLogContext<T>(fields: LogContext, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { fields };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.fields = null;
  }
}

/** A context that callbacks enter and that is left explicitly, for requests. */
export class OpenLogContext {
  readonly #scope: Scope;

  constructor(fields: LogContext) {
    this.#scope = { fields };
  }

  run(work: () => void): void {
    scopes.run(this.#scope, work);
  }

  close(): void {
    this.#scope.fields = null;
  }
}
