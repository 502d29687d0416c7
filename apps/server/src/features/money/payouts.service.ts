/** What is paid out to streamers, a month at a time. */
import type { AdminPayout, Payout, PayoutStatus, UserId } from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { CURRENCY } from './currency.ts';
import { type Page, toPage } from './paging.ts';
import * as repo from './payouts.repo.ts';
import { idsOf, personIn } from './people.ts';

export interface Payouts {
  of(streamerId: UserId, cursor?: string): Promise<Page<Payout> & { unpaid: number; currency: string }>;
  all(filter: { status?: PayoutStatus | undefined; cursor?: string | undefined }): Promise<Page<AdminPayout>>;
}

export function createPayouts(
  db: Database,
  channels: Pick<Channels, 'summaries' | 'streamerDataOf'>,
): Payouts {
  return {
    async of(streamerId, cursor) {
      const [rows, paid, channel] = await Promise.all([
        db.read((reader) => repo.findPayoutsOf(reader, streamerId, cursor)),
        db.read((reader) => repo.sumPaidOut(reader, streamerId)),
        channels.streamerDataOf(streamerId),
      ]);
      // What was refunded after it was paid out is taken from what comes next.
      const unpaid = Math.max(0, (channel?.totalEarnings ?? 0) - paid);
      return { ...toPage(rows, toPayout), unpaid, currency: CURRENCY };
    },
    async all(filter) {
      const rows = await db.read((reader) => repo.findPayouts(reader, filter));
      const people = await channels.summaries(idsOf(rows, ({ streamerId }) => streamerId));
      return toPage(rows, (row) => ({ ...toPayout(row), streamer: personIn(people, row.streamerId) }));
    },
  };
}

function toPayout({
  id,
  amount,
  currency,
  status,
  periodStart,
  periodEnd,
  dueDate,
}: repo.StoredPayout): Payout {
  return {
    id,
    amount,
    currency,
    status,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    dueDate: dueDate.toISOString(),
  };
}
