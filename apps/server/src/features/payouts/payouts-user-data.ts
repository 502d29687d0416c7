/** Export and deletion of a creator's payouts and accounts at providers. */

import { closeCreator } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { UserDataOwner } from '#platform/user-data.ts';
import { findAccountsOf } from './accounts/provider-accounts.repo.ts';
import { settlePayout } from './payout-requests.service.ts';
import * as payouts from './payouts.repo.ts';

const CLOSED = 'The creator’s account was deleted.';

/**
 * Deletion fails payouts that were not sent, since their recipient is being deleted, and closes the creator's balances.
 */
export const payoutsUserData = (db: Database, now: () => Date): Required<UserDataOwner> => ({
  exportUserData: (id) =>
    db.read(async (reader) => ({
      payoutAccounts: await findAccountsOf(reader, id),
      payouts: await payouts.findAllPayoutsOf(reader, id),
    })),
  async deleteUserData(tx, id) {
    const at = now();
    // The provider or an admin settles payouts that were already sent.
    const failed = { status: 'failed', provider: null, reference: null, reason: CLOSED, at } as const;
    for (const payout of await payouts.findUnsentOf(tx, id))
      await settlePayout(tx, { id: payout, ...failed });
    await closeCreator(tx, id, at);
  },
});
