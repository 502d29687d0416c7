import type { AdminCharge } from '@tributary/contracts/payments';

type Refundable = Pick<AdminCharge, 'amount' | 'platformFee' | 'takenBack' | 'returnedFee'>;

/** What can still be refunded. */
export const leftCents = ({ amount, takenBack }: Refundable): number => amount - takenBack;

/** The fee that a refund returns. As the ledger rounds it: to the creator’s favor, and all of it in the end. */
export const returnedFeeCents = (charge: Refundable, refundCents: number): number =>
  Math.ceil((charge.platformFee * (charge.takenBack + refundCents)) / charge.amount) - charge.returnedFee;
