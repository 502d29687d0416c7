/** What is paid out to streamers, a month at a time. */
import type { AdminPayout, Payout, PayoutFilter, PayoutSort, UserId } from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey, timestampKey } from '#platform/db/keyset.ts';
import { CURRENCY } from './currency.ts';
import { type Asked, type Page, readPage, type Sorting } from './paging.ts';
import * as repo from './payouts.repo.ts';
import { idsOf, personIn } from './people.ts';

export interface Payouts {
  /** @throws AppError `cursor_invalid` */
  of(
    streamerId: UserId,
    asked: PayoutFilter & Asked,
  ): Promise<Page<Payout> & { unpaid: number; currency: string }>;
  /** @throws AppError `cursor_invalid` */
  all(asked: PayoutFilter & Asked): Promise<Page<AdminPayout>>;
}

const SORTINGS: Readonly<Record<PayoutSort, Sorting<repo.StoredPayout>>> = {
  dueDate: {
    column: 'due_date',
    keySchema: timestampKey,
    keyOf: ({ dueDate, id }) => [dueDate.toISOString(), id],
  },
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export function createPayouts(
  db: Database,
  channels: Pick<Channels, 'summaries' | 'streamerDataOf'>,
): Payouts {
  const payoutsOf = (id: UserId | null, asked: PayoutFilter & Asked) =>
    readPage(SORTINGS[asked.sort], asked, (slice) =>
      db.read((reader) => repo.findPayouts(reader, id, asked.status, slice)),
    );
  return {
    async of(streamerId, asked) {
      const [{ items, next }, paid, channel] = await Promise.all([
        payoutsOf(streamerId, asked),
        db.read((reader) => repo.sumPaidOut(reader, streamerId)),
        channels.streamerDataOf(streamerId),
      ]);
      // What was refunded after it was paid out is taken from what comes next.
      const unpaid = Math.max(0, (channel?.totalEarnings ?? 0) - paid);
      return { items: items.map(toPayout), next, unpaid, currency: CURRENCY };
    },
    async all(asked) {
      const { items, next } = await payoutsOf(null, asked);
      const people = await channels.summaries(idsOf(items, ({ streamerId }) => streamerId));
      const toItem = (row: repo.StoredPayout) => ({
        ...toPayout(row),
        streamer: personIn(people, row.streamerId),
      });
      return { items: items.map(toItem), next };
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
