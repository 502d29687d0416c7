/** Donations as those who received, gave and look after them see them. */
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
import * as repo from './donations.repo.ts';
import { type Asked, BY_AGE, type Page, readPage, type Sorting } from './paging.ts';
import { idsOf, type People, personIn } from './people.ts';

export interface Donations {
  /** @throws AppError `cursor_invalid`, as all lists do */
  received(by: UserId, asked: DonationFilter & Asked): Promise<Page<Donation>>;
  given(by: UserId, asked: DonationFilter & Asked): Promise<Page<SentDonation>>;
  all(asked: DonationFilter & Asked): Promise<Page<AdminDonation>>;
}

interface DonationsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
}

const SORTINGS: Readonly<Record<DonationSort, Sorting<repo.StoredDonation>>> = {
  createdAt: BY_AGE,
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export function createDonations({ db, channels }: DonationsOptions): Donations {
  const receivedBy = (id: UserId | null, asked: DonationFilter & Asked) =>
    readPage(SORTINGS[asked.sort], asked, (slice) =>
      db.read((reader) => repo.findReceived(reader, id, asked.status, slice)),
    );
  return {
    async received(by, asked) {
      const { items, next } = await receivedBy(by, asked);
      const people = await channels.summaries(idsOf(items, ({ donorId }) => donorId));
      return { items: items.map((row) => toDonation(row, people)), next };
    },
    async given(by, asked) {
      const { items, next } = await readPage(SORTINGS[asked.sort], asked, (slice) =>
        db.read((reader) => repo.findGiven(reader, by, asked.status, slice)),
      );
      const streamers = await channels.summaries(idsOf(items, ({ recipientId }) => recipientId));
      const toGiven = (row: repo.StoredDonation) => ({
        ...common(row),
        recipient: personIn(streamers, row.recipientId),
      });
      return { items: items.map(toGiven), next };
    },
    async all(asked) {
      const { items, next } = await receivedBy(null, asked);
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

function common({ id, amount, currency, status, paymentProvider, message, createdAt }: repo.StoredDonation) {
  return { id, amount, currency, status, paymentProvider, message, createdAt: createdAt.toISOString() };
}
