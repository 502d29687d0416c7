/** A database with which the process crashes at a chosen transaction, for tests of crashes. */
import type { Database } from '#platform/db/database.ts';

export class Crash extends Error {
  override readonly name = 'Crash';
}

export type CrashAt = 'inside' | 'after';

/**
 * @param step the transaction at which the process crashes, counted from 1
 * @param at inside the transaction, with a rollback, which equals a crash before it; or after its commit, before the
 *   caller is told
 * @returns a database that fails permanently from then on, and whether that has happened
 */
export function crashingDatabase(db: Database, step: number, at: CrashAt) {
  let transactions = 0;
  let hasCrashed = false;
  const crash = (): never => {
    hasCrashed = true;
    throw new Crash(`Crash ${at} transaction ${step}`);
  };
  const alive = () => {
    if (hasCrashed) crash();
  };
  const crashing: Database = {
    ...db,
    async read(work) {
      alive();
      return db.read(work);
    },
    async transact(work) {
      alive();
      const dies = ++transactions === step;
      const result = await db.transact(async (tx, onCommit) => {
        const done = await work(tx, onCommit);
        if (dies && at === 'inside') crash();
        return done;
      });
      if (dies && at === 'after') crash();
      return result;
    },
  };
  return { db: crashing, hasCrashed: () => hasCrashed };
}
