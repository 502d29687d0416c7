/** Lists the payments of a person for all purposes, with their receipts. */
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { Payment, PaymentFilter, Receipt } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, idsOf, personIn } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineErrors } from '#platform/errors.ts';
import * as repo from './billing.repo.ts';
import type { Issuer } from './receipt-issuer.ts';

const errors = defineErrors('billing', {
  payment_not_found: 'not_found',
});

export interface Billing {
  /** @throws AppError `cursor_invalid` */
  list(payerId: UserId, filter: PaymentFilter, cursor: string | undefined): Promise<Page<Payment>>;
  /** @throws AppError `payment_not_found` */
  receipt(payerId: UserId, chargeId: string): Promise<Receipt>;
}

export function createBilling({
  db,
  users,
  channels,
  issuer,
}: {
  readonly db: Database;
  readonly users: Pick<Users, 'find'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly issuer: Issuer;
}): Billing {
  async function withCreators(rows: readonly repo.StoredPayment[]): Promise<Payment[]> {
    const people = await channels.summaries(idsOf(rows, ({ creatorId }) => creatorId));
    return rows.map((row) => toPayment(row, personIn(people, row.creatorId)));
  }

  return {
    async list(payerId, filter, cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => repo.findPayments(reader, payerId, filter, slice)),
      );
      return { items: await withCreators(items), next };
    },
    async receipt(payerId, chargeId) {
      const row = await db.read((reader) => repo.findPayment(reader, payerId, chargeId));
      const payer = await users.find(payerId);
      if (!row || !payer) throw errors.payment_not_found();
      const [payment] = await withCreators([row]);
      if (!payment) throw errors.payment_not_found();
      const refunds = await db.read((reader) => repo.findRefundsOf(reader, chargeId));
      return {
        ...payment,
        issuer: await issuer(),
        payer: { displayName: payer.displayName, email: payer.email },
        paymentId: row.paymentId,
        refunds: refunds.map(({ requestedAt, amountCents, status, reason }) => ({
          at: requestedAt.toISOString(),
          amount: amountCents,
          status,
          reason,
        })),
      };
    },
  };
}

const toPayment = (row: repo.StoredPayment, creator: StreamerSummary | null): Payment => ({
  id: row.id,
  receiptNumber: row.receiptNumber,
  purpose: row.purpose,
  description: row.description,
  creator,
  amount: row.amountCents,
  refundedAmount: row.refundedCents,
  currency: row.currency,
  status: row.status,
  provider: row.provider,
  isTest: row.isTest,
  paidAt: row.capturedAt.toISOString(),
});
