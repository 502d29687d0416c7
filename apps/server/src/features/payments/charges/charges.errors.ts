import { formatMoney } from '@tributary/contracts/shared';
import { AppError } from '#platform/errors.ts';
import type { Charge } from './charge.ts';

/** The requested refund exceeds what is left of the charge. */
export class RefundTooLarge extends AppError {
  readonly capturedCents: number;
  readonly refundedCents: number;

  constructor({ grossCents, takenBackCents, currency }: Charge, amountCents: number) {
    const money = (cents: number) => formatMoney(cents, currency);
    const message = `A refund of ${money(amountCents)} exceeds what is left of the charge: ${money(grossCents)} was captured, and ${money(takenBackCents)} refunded or disputed.`;
    const detail = `Enter at most ${money(grossCents - takenBackCents)}.`;
    super('refund_too_large', 'conflict', message, { errors: [{ pointer: '/amount', detail }] });
    this.capturedCents = grossCents;
    this.refundedCents = takenBackCents;
  }
}

/** A call was repeated with other values, or contradicts an earlier state. */
export const chargeConflict = (message: string): AppError =>
  new AppError('charge_conflict', 'conflict', message);
