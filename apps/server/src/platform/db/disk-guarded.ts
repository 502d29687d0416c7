import type { DiskRoom } from '../disk/index.ts';
import type { Database } from './database.ts';

/**
 * The same database for whatever can wait: its transactions are refused while the disk that the server
 * writes to is nearly full.
 * @throws AppError `disk_unwritable` from `transact`
 */
export const diskGuarded = (db: Database, room: Pick<DiskRoom, 'check'>): Database => ({
  ...db,
  transact: async (work) => {
    room.check();
    return await db.transact(work);
  },
});
