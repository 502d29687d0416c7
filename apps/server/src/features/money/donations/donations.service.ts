/** Donations as recipients, donors and admins see them. */
import type {
  AdminDonation,
  Donation,
  DonationFilter,
  DonationSort,
  SentDonation,
  UserId,
} from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey } from '#platform/db/keyset.ts';
import { BY_AGE, type Page, type PageRequest, readPage, type Sorting } from '../pages.repo.ts';
import { idsOf, type People, personIn } from '../people.ts';
import * as repo from './donations.repo.ts';

export interface Donations {
  /** @throws AppError `cursor_invalid`, like all lists */
  received(by: UserId, request: DonationFilter & PageRequest): Promise<Page<Donation>>;
  sent(by: UserId, request: DonationFilter & PageRequest): Promise<Page<SentDonation>>;
  all(request: DonationFilter & PageRequest): Promise<Page<AdminDonation>>;
}

interface DonationsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  /** Those who show a badge in the channel. */
  subscribersAmong(creatorId: UserId, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
}

const SORTINGS: Readonly<Record<DonationSort, Sorting<repo.StoredDonation>>> = {
  createdAt: BY_AGE,
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export function createDonations({ db, channels, subscribersAmong }: DonationsOptions): Donations {
  const receivedBy = (id: UserId | null, request: DonationFilter & PageRequest) =>
    readPage(SORTINGS[request.sort], request, (slice) =>
      db.read((reader) => repo.findReceived(reader, id, request.status, slice)),
    );
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
    async sent(by, request) {
      const { items, next } = await readPage(SORTINGS[request.sort], request, (slice) =>
        db.read((reader) => repo.findSent(reader, by, request.status, slice)),
      );
      const streamers = await channels.summaries(idsOf(items, ({ recipientId }) => recipientId));
      const toSent = (row: repo.StoredDonation) => ({
        ...common(row),
        recipient: personIn(streamers, row.recipientId),
      });
      return { items: items.map(toSent), next };
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
  };
}

function toDonation(row: repo.StoredDonation, people: People): Donation {
  const { platformFee, netAmount, isAnonymous, donorId } = row;
  return { ...common(row), platformFee, netAmount, isAnonymous, donor: personIn(people, donorId) };
}

function common(row: repo.StoredDonation) {
  const { id, amount, refundedAmount, currency, status, paymentProvider, message, createdAt } = row;
  return {
    id,
    amount,
    refundedAmount,
    currency,
    status,
    paymentProvider,
    message,
    createdAt: createdAt.toISOString(),
  };
}
