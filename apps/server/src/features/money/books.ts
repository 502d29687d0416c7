/** What becomes of money's rows when their owner wants a copy of them, or goes. */
import type { UserId } from '@tributary/contracts';
import type { Database, Writer } from '#platform/db/database.ts';
import * as donations from './donations.repo.ts';
import * as events from './events.repo.ts';
import * as payouts from './payouts.repo.ts';
import * as tiers from './tiers.repo.ts';

export interface Books {
  exportOf(id: UserId): Promise<Record<string, unknown>>;
  /**
   * Closes what still runs and takes out what people wrote. The amounts stay without their names (the
   * schema sees to that), for whoever was on the other side and for the operator's own accounts.
   */
  onDelete(tx: Writer, id: UserId): Promise<void>;
}

export function createBooks(db: Database): Books {
  return {
    exportOf: (id) =>
      db.read(async (reader) => ({
        // Who gave is theirs to tell.
        donations: (await donations.findAllOf(reader, id)).map(({ donorId, recipientId, ...donation }) => ({
          ...donation,
          direction: donorId === id ? 'given' : 'received',
        })),
        events: await events.findAllOf(reader, id),
        tiers: await tiers.findTiers(reader, id),
        subscriptions: await tiers.findAllSubscriptionsOf(reader, id),
        payouts: await payouts.findAllPayoutsOf(reader, id),
      })),
    async onDelete(tx, id) {
      await donations.clearMessages(tx, id);
      await events.closeOf(tx, id);
      await tiers.closeOf(tx, id);
      await payouts.closeOf(tx, id);
    },
  };
}
