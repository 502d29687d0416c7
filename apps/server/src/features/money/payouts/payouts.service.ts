/** Monthly payouts to streamers. */
import type { AdminPayout, Payout, PayoutFilter, PayoutSort, UserId } from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey, timestampKey } from '#platform/db/keyset.ts';
import { readSettings } from '#platform/settings/index.ts';
import { balancesOf } from '../ledger/accounts.repo.ts';
import { type Page, type PageRequest, readPage, type Sorting } from '../pages.repo.ts';
import { idsOf, personIn } from '../people.ts';
import * as repo from './payouts.repo.ts';

export interface Payouts {
  /** @throws AppError `cursor_invalid` */
  of(
    streamerId: UserId,
    request: PayoutFilter & PageRequest,
  ): Promise<Page<Payout> & { unpaid: number; currency: string }>;
  /** @throws AppError `cursor_invalid` */
  all(request: PayoutFilter & PageRequest): Promise<Page<AdminPayout>>;
}

const SORTINGS: Readonly<Record<PayoutSort, Sorting<repo.StoredPayout>>> = {
  dueDate: {
    column: 'due_date',
    keySchema: timestampKey,
    keyOf: ({ dueDate, id }) => [dueDate.toISOString(), id],
  },
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export function createPayouts(db: Database, channels: Pick<Channels, 'summaries'>): Payouts {
  const payoutsOf = (id: UserId | null, request: PayoutFilter & PageRequest) =>
    readPage(SORTINGS[request.sort], request, (slice) =>
      db.read((reader) => repo.findPayouts(reader, id, request.status, slice)),
    );
  return {
    async of(streamerId, request) {
      const [{ items, next }, { pendingCents, availableCents }, { currency }] = await Promise.all([
        payoutsOf(streamerId, request),
        db.read((reader) => balancesOf(reader, streamerId)),
        db.read(readSettings),
      ]);
      // Never negative: refunds after a payout reduce the next one.
      return {
        items: items.map(toPayout),
        next,
        unpaid: Math.max(0, pendingCents + availableCents),
        currency,
      };
    },
    async all(request) {
      const { items, next } = await payoutsOf(null, request);
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
