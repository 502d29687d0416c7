/** Export and deletion of a person's payments. */
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { UserDataOwner } from '#platform/user-data.ts';
import { findChargesOf } from './charges/charges.repo.ts';
import * as checkouts from './checkouts/checkouts.repo.ts';
import { findAllToSend } from './crypto/refunds-to-send.repo.ts';
import { abandonedRefund, notifyAdmins } from './notify-admins.jobs.ts';

/** Keeps amounts without names (by foreign key), for the other party and for the operator's accounting. */
export const paymentsUserData = (db: Database, jobs: Pick<Jobs, 'send'>): Required<UserDataOwner> => ({
  exportUserData: (id) =>
    db.read(async (reader) => ({
      // Leaves out the other party, who is not the person's own data.
      payments: (await findChargesOf(reader, id)).map(({ payerId, creatorId: _, ...payment }) => ({
        ...payment,
        direction: payerId === id ? 'given' : 'received',
      })),
      checkouts: await checkouts.findAllOf(reader, id),
    })),
  async deleteUserData(tx, id: UserId) {
    await checkouts.clearDetailsOf(tx, id);
    const abandoned = await findAllToSend(tx, id);
    await jobs.send(tx, notifyAdmins, abandoned.map(abandonedRefund));
  },
});
