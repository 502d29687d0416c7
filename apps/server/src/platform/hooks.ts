/**
 * Transaction hooks let other features write in the transaction of the feature that owns the hook. The owner defines a
 * hook and runs it; dependent features register handlers through their `subscriptions`. For work that may follow after
 * the commit, use an event (`platform/events`).
 */
import type { Writer } from './db/database.ts';

/** A hook, declared by the feature that runs it. `Data` is the type that the handlers receive. */
export interface Hook<Data> {
  readonly name: string;
  /** Carries only the type; it is never set. */
  readonly data?: Data;
}

/** @param name `feature.what_happens`, for errors and logs */
export function defineHook<Data>(name: string): Hook<Data> {
  return { name };
}

/** A handler that throws rolls back the owner's transaction. */
export type HookHandler<Data> = (tx: Writer, data: Data) => Promise<void>;

export interface Hooks {
  on<Data>(hook: Hook<Data>, handler: HookHandler<Data>): void;
  /** Runs the handlers one after another, in the order of registration, which is the order of features. */
  run<Data>(tx: Writer, hook: Hook<Data>, data: Data): Promise<void>;
}

export function createHooks(): Hooks {
  const handlers = new Map<Hook<unknown>, HookHandler<never>[]>();
  return {
    on(hook, handler) {
      handlers.set(hook, [...(handlers.get(hook) ?? []), handler]);
    },
    async run(tx, hook, data) {
      // `on` has stored only handlers of this hook's data under this hook.
      for (const handler of handlers.get(hook) ?? []) await handler(tx, data as never);
    },
  };
}
