/** Lists, refunds and hides donations for recipients and admins. */
import type { AdminDonation, Donation, DonationFilter, DonationSort } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { type Channels, idsOf, type People, personIn } from '#features/channels/index.ts';
import {
  BY_AGE,
  idsBooked,
  mustLock,
  type Page,
  type PageRequest,
  type RefundRequests,
  readPage,
  remainingCents,
  type Sorting,
} from '#features/payments/index.ts';
import { lockWithdrawable } from '#features/payouts/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { bigintKey } from '#platform/db/keyset.ts';
import { publish } from '#platform/events/index.ts';
import { donationErrors } from './donations.errors.ts';
import { donationsChanged } from './donations.events.ts';
import * as repo from './donations.repo.ts';

export interface Donations {
  /** @throws AppError `cursor_invalid`, like all lists */
  received(by: UserId, request: DonationFilter & PageRequest): Promise<Page<Donation>>;
  all(request: DonationFilter & PageRequest): Promise<Page<AdminDonation>>;
  /**
   * Requests a refund of the rest of a donation.
   * @throws AppError `donation_not_found`, `donation_refunded`, `donation_paid_out`
   */
  refund(by: UserId, id: string): Promise<Donation>;
  /** @throws AppError `donation_not_found` */
  hideMessage(by: UserId, id: string, isHidden: boolean): Promise<Donation>;
}

interface DonationsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  /** The people among these who show a subscriber badge in the channel. */
  subscribersAmong(creatorId: UserId, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  readonly refunds: Pick<RefundRequests, 'request'>;
  readonly now: () => Date;
}

const SORTINGS: Readonly<Record<DonationSort, Sorting<repo.StoredDonation>>> = {
  createdAt: BY_AGE,
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export function createDonations(options: DonationsOptions): Donations {
  const { db, channels, subscribersAmong, refunds, now } = options;
  const receivedBy = (id: UserId | null, request: DonationFilter & PageRequest) =>
    readPage(SORTINGS[request.sort], request, (slice) =>
      db.read((reader) =>
        repo.findReceived(reader, id, { status: request.status, ...idsBooked(request) }, slice),
      ),
    );

  /** Runs `work` while the donation is locked, and returns the donation after it. */
  async function change(
    by: UserId,
    id: string,
    work: (tx: Writer, donation: repo.StoredDonation) => Promise<void>,
  ): Promise<Donation> {
    const changed = await db.transact(async (tx) => {
      const donation = await repo.findOneReceived(tx, by, id);
      if (!donation) throw donationErrors.donation_not_found();
      await work(tx, donation);
      return (await repo.findOneReceived(tx, by, id)) ?? donation;
    });
    return toDonation(changed, await channels.summaries(idsOf([changed], ({ donorId }) => donorId)));
  }

  return {
    async received(by, request) {
      const { items, next } = await receivedBy(by, request);
      const donors = idsOf(items, ({ donorId }) => donorId);
      const [people, subscribers] = [await channels.summaries(donors), await subscribersAmong(by, donors)];
      const toItem = (row: repo.StoredDonation) => ({
        ...toDonation(row, people),
        isSubscriber: row.donorId !== null && subscribers.has(row.donorId),
      });
      return { items: items.map(toItem), next };
    },
    async all(request) {
      const { items, next } = await receivedBy(null, request);
      const people = await channels.summaries([
        ...idsOf(items, ({ donorId }) => donorId),
        ...idsOf(items, ({ recipientId }) => recipientId),
      ]);
      const toItem = (row: repo.StoredDonation) => ({
        ...toDonation(row, people),
        recipient: personIn(people, row.recipientId),
      });
      return { items: items.map(toItem), next };
    },
    refund: (by, id) =>
      change(by, id, async (tx, { chargeId }) => {
        const amountCents = remainingCents(await mustLock(tx, chargeId));
        if (amountCents === 0) throw donationErrors.donation_refunded();
        const at = now();
        const before = await lockWithdrawable(tx, by, at);
        const reason = 'Refunded by the creator';
        await refunds.request(tx, { id: uuidv7(), chargeId, amountCents, reason, requestedBy: by });
        const left = await lockWithdrawable(tx, by, at);
        // A creator who was paid out could otherwise refund a donation of their own at the platform's expense.
        if (left < 0 && left < before) throw donationErrors.donation_paid_out();
      }),
    hideMessage: (by, id, isHidden) =>
      change(by, id, async (tx) => {
        await repo.setMessageHidden(tx, id, isHidden);
        await publish(tx, donationsChanged, { creatorId: by });
      }),
  };
}

/** Deletes the message of a donation on behalf of an admin. Idempotent. */
export async function removeDonationMessage(tx: Writer, id: string): Promise<void> {
  const creatorId = await repo.clearMessage(tx, id);
  if (creatorId !== null) await publish(tx, donationsChanged, { creatorId });
}

function toDonation(
  { donorId, chargeId: _, recipientId: __, ...row }: repo.StoredDonation,
  people: People,
): Donation {
  return { ...row, createdAt: row.createdAt.toISOString(), donor: personIn(people, donorId) };
}
