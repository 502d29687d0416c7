/** Export and deletion of a person's money rows. */
import type { UserId } from '@tributary/contracts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
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
  onDelete(tx: Writer, id: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export function createMoneyUserData(
  db: Database,
  images: Pick<Images, 'release' | 'discard'>,
): MoneyUserData {
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
    async onDelete(tx, id, onCommit) {
      await donations.clearMessages(tx, id);
      const posters = await events.removePosters(tx, id);
      for (const url of posters) await images.release(tx, url);
      onCommit(async () => void (await Promise.all(posters.map((url) => images.discard(url)))));
      await events.closeOf(tx, id);
      await tiers.closeOf(tx, id);
      await payouts.closeOf(tx, id);
    },
  };
}
