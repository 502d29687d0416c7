/**
 * Refunds that this instance requests: books them, and reverses the booking of those that are given up. A job of
 * `refund-sending.service.ts` sends them.
 */
import type { UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Refund } from '../charges/charge.ts';
import { requestRefund, settleRefund } from '../charges/refunds.service.ts';
import type { PurposeHandlers } from '../checkouts/purpose.ts';
import { changeCharge } from './change-charge.ts';
import { sendRefund } from './settlement.jobs.ts';

export interface RefundRequest {
  /** Requesting the same refund again changes nothing. */
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Null: the instance itself requested it. */
  readonly requestedBy: UserId | null;
}

export interface RefundRequests {
  /** @returns false if the refund was requested before @throws RefundTooLarge */
  request(tx: Writer, refund: RefundRequest): Promise<boolean>;
  /** Reverses the booking of a refund that is not made. @param error the cause, for admins */
  fail(tx: Writer, refund: Pick<Refund, 'id' | 'chargeId'>, error: string): Promise<void>;
}

export function createRefundRequests({
  jobs,
  handlers,
  now,
}: {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly handlers: PurposeHandlers;
  readonly now: () => Date;
}): RefundRequests {
  async function request(tx: Writer, refund: RefundRequest): Promise<boolean> {
    const { before, after } = await changeCharge(tx, handlers, refund.chargeId, () =>
      requestRefund(tx, { ...refund, at: now() }),
    );
    if (after.takenBackCents === before.takenBackCents) return false;
    await jobs.send(tx, sendRefund, { refundId: refund.id });
    return true;
  }

  return {
    request,
    async fail(tx, { id, chargeId }, error) {
      const failed = { id, providerRefundId: null, status: 'failed', error, at: now() } as const;
      await changeCharge(tx, handlers, chargeId, () => settleRefund(tx, failed));
    },
  };
}
