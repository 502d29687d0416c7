/** A database with which the process "dies" at a chosen transaction, as tests of crashes need it. */
import type { Database } from '#platform/db/database.ts';

export class Crash extends Error {
  override readonly name = 'Crash';
}

export type CrashAt = 'inside' | 'after';

/**
 * @param step the transaction at which it dies, counted from 1
 * @param at inside with a rollback, which leaves the same as before it, or after its commit and before anybody hears of it
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
