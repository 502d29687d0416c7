/** Exports and deletes a person's data in all features of money. */
import type { UserId } from '@tributary/contracts/shared';
import { donationsUserData } from '#features/donations/donations-user-data.ts';
import { eventsUserData } from '#features/events/events-user-data.ts';
import { membershipsUserData } from '#features/memberships/memberships-user-data.ts';
import { paymentsUserData } from '#features/payments/payments-user-data.ts';
import { payoutsUserData } from '#features/payouts/payouts-user-data.ts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';

interface Options {
  readonly db: Database;
  readonly images: Pick<Images, 'release' | 'discard'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly now: () => Date;
}

export function createMoneyUserData(options: Options) {
  const { db, jobs, now } = options;
  const owners = [
    paymentsUserData(db, jobs),
    membershipsUserData(options),
    payoutsUserData(db, now),
    donationsUserData(db),
    eventsUserData(options),
  ];
  return {
    async exportOf(id: UserId): Promise<Record<string, unknown>> {
      return Object.assign({}, ...(await Promise.all(owners.map((owner) => owner.exportUserData(id)))));
    },
    async onDelete(tx: Writer, id: UserId, onCommit: (effect: Effect) => void): Promise<void> {
      for (const owner of owners) await owner.deleteUserData(tx, id, onCommit);
    },
  };
}
