/** Marks the requests of callers who have just written something, whose reads must show it. */
import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<true>();

/** Runs work whose reads go to the primary. */
export const readingPrimary = <T>(work: () => T): T => scopes.run(true, work);

/** Whether the reads of the present work go to the primary. */
export const readsPrimary = (): boolean => scopes.getStore() === true;
