/** Donations as those who received, gave and look after them see them. */
import type { AdminDonation, Donation, DonationGiven, DonationStatus, UserId } from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import * as repo from './donations.repo.ts';
import { type Page, toPage } from './paging.ts';
import { idsOf, type People, personIn } from './people.ts';

export interface Donations {
  received(by: UserId, cursor?: string): Promise<Page<Donation>>;
  given(by: UserId, cursor?: string): Promise<Page<DonationGiven>>;
  all(filter: {
    status?: DonationStatus | undefined;
    cursor?: string | undefined;
  }): Promise<Page<AdminDonation>>;
}

interface DonationsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
}

export function createDonations({ db, channels }: DonationsOptions): Donations {
  return {
    async received(by, cursor) {
      const rows = await db.read((reader) => repo.findReceived(reader, by, cursor));
      const people = await channels.summaries(idsOf(rows, ({ donorId }) => donorId));
      return toPage(rows, (row) => toDonation(row, people));
    },
    async given(by, cursor) {
      const rows = await db.read((reader) => repo.findGiven(reader, by, cursor));
      const streamers = await channels.summaries(idsOf(rows, ({ recipientId }) => recipientId));
      return toPage(rows, (row) => ({ ...common(row), recipient: personIn(streamers, row.recipientId) }));
    },
    async all(filter) {
      const rows = await db.read((reader) => repo.findDonations(reader, filter));
      const people = await channels.summaries([
        ...idsOf(rows, ({ donorId }) => donorId),
        ...idsOf(rows, ({ recipientId }) => recipientId),
      ]);
      return toPage(rows, (row) => ({
        ...toDonation(row, people),
        recipient: personIn(people, row.recipientId),
      }));
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
