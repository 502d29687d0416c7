/** Export and deletion of a person's money rows. */
import type { UserId } from '@tributary/contracts';
import type { Database, Writer } from '#platform/db/database.ts';
import * as donations from './donations/donations.repo.ts';
import * as events from './events/events.repo.ts';
import * as payouts from './payouts/payouts.repo.ts';
import * as tiers from './tiers/tiers.repo.ts';

export interface MoneyUserData {
  exportOf(id: UserId): Promise<Record<string, unknown>>;
  /**
   * Ends subscriptions, events and payouts, and clears messages. The amounts stay, without names (by foreign
   * key), for the other party and for the operator's accounting.
   */
  onDelete(tx: Writer, id: UserId): Promise<void>;
}

export function createMoneyUserData(db: Database): MoneyUserData {
  return {
    exportOf: (id) =>
      db.read(async (reader) => ({
        // Leaves out who the other party is, which is not the person's own data.
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
