/** Refunds that this instance asks for: booked here, and sent to the provider by a job of `refund-sending.service.ts`. */
import type { Purpose, UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { remainingCents } from '../charges/charge.ts';
import { findChargesFor } from '../charges/charges.repo.ts';
import { mustLock } from '../charges/charges.service.ts';
import { requestRefund } from '../charges/refunds.service.ts';
import type { PurposeHandlers } from '../checkouts/purpose.ts';
import { changeCharge } from './change-charge.ts';
import { sendRefund } from './settlement.jobs.ts';

export interface RefundRequest {
  /** Requesting the same refund again changes nothing. */
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Null: the instance itself. */
  readonly requestedBy: UserId | null;
}

export interface RefundRequests {
  /** @returns false if it was requested before @throws RefundTooLarge */
  request(tx: Writer, refund: RefundRequest): Promise<boolean>;
  /** Requests what is left of all charges for one thing, such as the tickets of a canceled event. @returns how many */
  requestAll(
    tx: Writer,
    subject: { readonly purpose: Purpose; readonly subjectId: string },
    details: Pick<RefundRequest, 'reason' | 'requestedBy'>,
  ): Promise<number>;
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
    async requestAll(tx, { purpose, subjectId }, details) {
      let requested = 0;
      for (const { id: chargeId } of await findChargesFor(tx, purpose, subjectId)) {
        const amountCents = remainingCents(await mustLock(tx, chargeId));
        if (amountCents === 0) continue;
        await request(tx, { ...details, id: uuidv7(), chargeId, amountCents });
        requested++;
      }
      return requested;
    },
  };
}
