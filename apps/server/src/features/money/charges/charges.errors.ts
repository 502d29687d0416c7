import { AppError } from '#platform/errors.ts';
import type { Charge } from './charge.ts';

/** More is to be refunded than is left of a charge. */
export class RefundTooLarge extends AppError {
  readonly capturedCents: number;
  readonly refundedCents: number;

  constructor({ grossCents, takenBackCents }: Charge, amountCents: number) {
    const message = `A refund of ${amountCents} exceeds what is left of the charge: ${grossCents} was captured, and ${takenBackCents} refunded or disputed (minor units).`;
    super('refund_too_large', 'conflict', message, {
      errors: [{ pointer: '/amount', detail: `Enter at most ${grossCents - takenBackCents} minor units.` }],
    });
    this.capturedCents = grossCents;
    this.refundedCents = takenBackCents;
  }
}

/** Something was repeated with other values, or cannot follow what happened before. */
export const chargeConflict = (message: string): AppError =>
  new AppError('charge_conflict', 'conflict', message);
