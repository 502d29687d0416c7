/** Export and deletion of a person's tiers and subscriptions. */
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { UserDataOwner } from '#platform/user-data.ts';
import { findAllSubscriptionsOf } from './subscriptions/own-subscriptions.repo.ts';
import { endAtProvider } from './subscriptions/subscriptions.jobs.ts';
import { cancelAllOf } from './subscriptions/subscriptions.repo.ts';
import { refundUnusedPeriod } from './subscriptions/unused/unused-periods.jobs.ts';
import { findPaidPeriods } from './subscriptions/unused/unused-periods.repo.ts';
import { unusedShares } from './subscriptions/unused/unused-periods.ts';
import * as tiers from './tiers/tiers.repo.ts';

interface Options {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly now: () => Date;
}

/** Deletion ends subscriptions, and refunds the unused time of subscriptions to the channel. */
export const membershipsUserData = ({ db, jobs, now }: Options): Required<UserDataOwner> => ({
  exportUserData: (id) =>
    db.read(async (reader) => ({
      tiers: await tiers.findTiers(reader, id),
      subscriptions: await findAllSubscriptionsOf(reader, id),
    })),
  async deleteUserData(tx, id) {
    const at = now();
    const periods = await findPaidPeriods(tx, id, at);
    const unused = periods.flatMap((period) => unusedShares(period, at));
    await jobs.send(
      tx,
      refundUnusedPeriod,
      unused.map((share) => ({ refundId: uuidv7(), ...share })),
    );
    await jobs.send(tx, endAtProvider, await cancelAllOf(tx, id));
    await tiers.closeOf(tx, id);
  },
});
