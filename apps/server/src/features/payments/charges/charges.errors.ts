import { AppError } from '#platform/errors.ts';
import { localized } from '#platform/messages/index.ts';
import type { Charge } from './charge.ts';

/** The requested refund exceeds what is left of the charge. */
export class RefundTooLarge extends AppError {
  readonly capturedCents: number;
  readonly refundedCents: number;

  constructor({ grossCents, takenBackCents, currency }: Charge, amountCents: number) {
    const money = (minor: number) => ({ minor, currency });
    const values = {
      amount: money(amountCents),
      captured: money(grossCents),
      takenBack: money(takenBackCents),
    };
    const detail = localized('errors.money.at_most', { most: money(grossCents - takenBackCents) });
    super('refund_too_large', 'conflict', localized('errors.charges.refund_too_large', values), {
      errors: [{ pointer: '/amount', detail }],
    });
    this.capturedCents = grossCents;
    this.refundedCents = takenBackCents;
  }
}

/** A call was repeated with other values, or contradicts an earlier state. */
export const chargeConflict = (message: string): AppError =>
  new AppError('charge_conflict', 'conflict', message);
