/** Lists balances and payouts for streamers and admins. */
import type { AdminPayout, Balance, Payout, PayoutFilter, PayoutSort } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, idsOf, personIn } from '#features/channels/index.ts';
import {
  type Page,
  type PageRequest,
  type Providers,
  readPage,
  type Sorting,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey, timestampKey } from '#platform/db/keyset.ts';
import { readSettings } from '#platform/settings/index.ts';
import { findAccountsOf } from './accounts/provider-accounts.repo.ts';
import { balancesOf, findNextRelease } from './balance.repo.ts';
import { payoutErrors } from './payouts.errors.ts';
import * as repo from './payouts.repo.ts';
import { findReserved } from './withdrawable.repo.ts';

export interface Payouts {
  /** @throws AppError `cursor_invalid` */
  of(streamerId: UserId, request: PayoutFilter & PageRequest): Promise<Page<Payout>>;
  /** @throws AppError `cursor_invalid` */
  all(request: PayoutFilter & PageRequest): Promise<Page<AdminPayout>>;
  /** @param streamerId null finds a payout of any streamer. @throws AppError `payout_not_found` */
  byId(id: string, streamerId: UserId | null): Promise<AdminPayout>;
  balanceOf(streamerId: UserId): Promise<Balance>;
}

const SORTINGS: Readonly<Record<PayoutSort, Sorting<repo.StoredPayout>>> = {
  dueDate: {
    column: 'due_date',
    keySchema: timestampKey,
    keyOf: ({ dueDate, id }) => [dueDate.toISOString(), id],
  },
  amount: { column: 'amount', keySchema: bigintKey, keyOf: ({ amount, id }) => [amount, id] },
};

export interface PayoutsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly providers: Pick<Providers, 'senders'>;
  readonly now: () => Date;
}

export function createPayouts({ db, channels, providers, now }: PayoutsOptions): Payouts {
  const payoutsOf = (id: UserId | null, request: PayoutFilter & PageRequest) =>
    readPage(SORTINGS[request.sort], request, (slice) =>
      db.read((reader) => repo.findPayouts(reader, id, request.status, slice)),
    );

  async function withStreamers(rows: readonly repo.StoredPayout[]): Promise<AdminPayout[]> {
    const people = await channels.summaries(idsOf(rows, ({ streamerId }) => streamerId));
    return rows.map((row) => ({ ...toPayout(row, now()), streamer: personIn(people, row.streamerId) }));
  }

  return {
    async of(streamerId, request) {
      const { items, next } = await payoutsOf(streamerId, request);
      return { items: items.map((row) => toPayout(row, now())), next };
    },
    async all(request) {
      const { items, next } = await payoutsOf(null, request);
      return { items: await withStreamers(items), next };
    },
    async byId(id, streamerId) {
      const row = await db.read((reader) => repo.findPayout(reader, id));
      const [found] =
        row && (streamerId === null || row.streamerId === streamerId) ? await withStreamers([row]) : [];
      if (!found) throw payoutErrors.payout_not_found();
      return found;
    },
    async balanceOf(streamerId) {
      const senders = await providers.senders();
      return db.read(async (reader) => {
        const { currency, payoutMinimumCents: minimum } = await readSettings(reader);
        const { pendingCents, availableCents, inTransitCents } = await balancesOf(reader, streamerId);
        const reservedCents = Math.min(
          Math.max(0, availableCents),
          await findReserved(reader, streamerId, now()),
        );
        const release = await findNextRelease(reader, streamerId);
        const accounts = await findAccountsOf(reader, streamerId);
        return {
          currency,
          minimum,
          pending: pendingCents,
          available: availableCents - reservedCents,
          reserved: reservedCents,
          inTransit: inTransitCents,
          isFirstPayout: !(await repo.wasPaidOut(reader, streamerId)),
          nextAvailable: release && { at: release.at.toISOString(), amount: release.amountCents },
          nextPayoutAt: accounts.some(({ provider, isReady }) => isReady && senders.includes(provider))
            ? startOfNextMonth(now()).toISOString()
            : null,
        };
      });
    },
  };
}

const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));

const toPayout = (row: repo.StoredPayout, at: Date): Payout => ({
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  sender: row.sender,
  reference: row.reference,
  failureReason: row.failureReason,
  periodStart: row.periodStart.toISOString(),
  periodEnd: row.periodEnd.toISOString(),
  dueDate: row.dueDate.toISOString(),
  waitsUntil: row.waitsUntil && row.waitsUntil > at && !row.sentAt ? row.waitsUntil.toISOString() : null,
  sentAt: row.sentAt?.toISOString() ?? null,
  settledAt: row.settledAt?.toISOString() ?? null,
});
