/** Statements of payouts: opening balance, payments, corrections, fees and closing balance. */
import type { PayoutStatement } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { Page } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Issuer } from '../billing/receipt-issuer.ts';
import type { Payouts } from '../payouts.service.ts';
import * as repo from './statements.repo.ts';

const ENTRIES_PER_READ = 5000;

export interface Statements {
  /** @throws AppError `payout_not_found` */
  of(streamerId: UserId, payoutId: string): Promise<PayoutStatement>;
  /** @param cursor the last entry of the previous page */
  entries(streamerId: UserId, payoutId: string, cursor?: string): Promise<Page<repo.StatementEntry>>;
}

export function createStatements({
  db,
  payouts,
  issuer,
}: {
  readonly db: Database;
  readonly payouts: Pick<Payouts, 'byId'>;
  readonly issuer: Issuer;
}): Statements {
  return {
    async of(streamerId, payoutId) {
      const { streamer, ...payout } = await payouts.byId(payoutId, streamerId);
      const [sums, closing] = await db.read(async (reader) => [
        await repo.sumEntries(reader, streamerId, payoutId),
        await repo.findClosing(reader, payoutId),
      ]);
      const creator = { displayName: streamer?.displayName ?? '', username: streamer?.username ?? '' };
      const gross = (prefix: string) =>
        sums.reduce(
          (total, { kind, changeCents, feeCents }) =>
            kind.startsWith(prefix) ? total + changeCents + feeCents : total,
          0,
        );
      return {
        payout,
        creator,
        closing,
        issuer: await issuer(),
        opening: sums.reduce((rest, { changeCents }) => rest - changeCents, closing),
        payments: gross('charge_'),
        refunds: gross('refund_'),
        disputes: gross('dispute_'),
        fees: sums.reduce((total, { feeCents }) => total - feeCents, 0),
        returnedPayouts: gross('payout_') + payout.amount,
      };
    },
    async entries(streamerId, payoutId, cursor) {
      const slice = { after: Number(cursor ?? 0), limit: ENTRIES_PER_READ };
      const rows = await db.read((reader) => repo.findEntries(reader, streamerId, payoutId, slice));
      const last = rows.length === ENTRIES_PER_READ ? rows.at(-1) : undefined;
      return { items: [...rows], next: last ? String(last.id) : null };
    },
  };
}
