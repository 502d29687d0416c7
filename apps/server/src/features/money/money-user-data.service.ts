/** Export and deletion of a person's money rows. */
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { findChargesOf } from './charges/charges.repo.ts';
import * as checkouts from './checkouts/checkouts.repo.ts';
import { findAllToSend } from './crypto/refunds-to-send.repo.ts';
import { findStoredOverlay } from './donations/donation-overlays.repo.ts';
import { findStoredPage } from './donations/donation-pages.repo.ts';
import * as donations from './donations/donations.repo.ts';
import { refundTickets } from './events/cancellation.jobs.ts';
import { notifyTicketHolders } from './events/events.jobs.ts';
import * as events from './events/events.repo.ts';
import { closeCreator } from './ledger/close-creator.repo.ts';
import { abandonedRefund, notifyAdmins } from './notify-admins.jobs.ts';
import { settlePayout } from './payouts/payout-requests.service.ts';
import * as payouts from './payouts/payouts.repo.ts';
import { findAccountsOf } from './payouts/provider-accounts.repo.ts';
import { findAllSubscriptionsOf } from './subscriptions/own-subscriptions.repo.ts';
import { endAtProvider } from './subscriptions/subscriptions.jobs.ts';
import { cancelAllOf } from './subscriptions/subscriptions.repo.ts';
import { refundUnusedPeriod } from './subscriptions/unused/unused-periods.jobs.ts';
import { findPaidPeriods } from './subscriptions/unused/unused-periods.repo.ts';
import { unusedShares } from './subscriptions/unused/unused-periods.ts';
import { findAllTicketsOf } from './tickets/tickets.repo.ts';
import * as tiers from './tiers/tiers.repo.ts';

export interface MoneyUserData {
  exportOf(id: UserId): Promise<Record<string, unknown>>;
  /**
   * Ends subscriptions, events and payouts, refunds tickets of events to come and the unused time of subscriptions to
   * the channel, and clears messages. The amounts
   * stay, without names (by foreign key), for the other party and for the operator's accounting.
   */
  onDelete(tx: Writer, id: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

interface MoneyUserDataOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'release' | 'discard'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly now: () => Date;
}

const CLOSED = 'The creator’s account was deleted.';

export function createMoneyUserData({ db, images, jobs, now }: MoneyUserDataOptions): MoneyUserData {
  return {
    exportOf: (id) =>
      db.read(async (reader) => ({
        // Leaves out who the other party is, which is not the person's own data.
        donations: (await donations.findAllOf(reader, id)).map(
          ({ donorId, recipientId, guestName: _, ...donation }) => ({
            ...donation,
            direction: donorId === id ? 'given' : 'received',
          }),
        ),
        donationPage: await findStoredPage(reader, id),
        donationAlerts: (await findStoredOverlay(reader, id))?.settings ?? null,
        payments: (await findChargesOf(reader, id)).map(({ payerId, creatorId: _, ...payment }) => ({
          ...payment,
          direction: payerId === id ? 'given' : 'received',
        })),
        checkouts: await checkouts.findAllOf(reader, id),
        accounts: await findAccountsOf(reader, id),
        events: await events.findAllOf(reader, id),
        tickets: await findAllTicketsOf(reader, id),
        tiers: await tiers.findTiers(reader, id),
        subscriptions: await findAllSubscriptionsOf(reader, id),
        payouts: await payouts.findAllPayoutsOf(reader, id),
      })),
    async onDelete(tx, id, onCommit) {
      await donations.clearMessages(tx, id);
      await checkouts.clearDetailsOf(tx, id);
      const posters = await events.removePosters(tx, id);
      for (const url of posters) await images.release(tx, url);
      onCommit(async () => void (await Promise.all(posters.map((url) => images.discard(url)))));
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
      for (const { id: eventId, eventDate } of await events.closeOf(tx, id)) {
        await jobs.send(tx, refundTickets, { eventId, requestedBy: null });
        const notice = { eventId, notice: 'canceled', date: eventDate.toISOString() } as const;
        await jobs.send(tx, notifyTicketHolders, notice);
      }
      const abandoned = await findAllToSend(tx, id);
      await jobs.send(tx, notifyAdmins, abandoned.map(abandonedRefund));
      // Their recipient is being deleted. What was sent already is settled by its provider or an admin.
      const failed = { status: 'failed', provider: null, reference: null, reason: CLOSED, at } as const;
      for (const payout of await payouts.findUnsentOf(tx, id))
        await settlePayout(tx, { id: payout, ...failed });
      await closeCreator(tx, id, at);
    },
  };
}
