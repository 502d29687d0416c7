import type { DiskSpace } from '../disk/index.ts';
import type { Database } from './database.ts';

/**
 * The same database for writes that can wait: its transactions are refused while the server's disk is nearly
 * full.
 * @throws AppError `disk_unwritable` from `transact`
 */
export const diskGuarded = (db: Database, diskSpace: Pick<DiskSpace, 'check'>): Database => ({
  ...db,
  transact: async (work) => {
    diskSpace.check();
    return await db.transact(work);
  },
});
