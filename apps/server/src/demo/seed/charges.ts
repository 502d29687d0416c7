/** Charges as if they had been paid on other days. */
import { holdingEnd, type NewCharge, splitFee } from '#features/payments/index.ts';
import type { SeededRandom } from './seeded-random.ts';
import { idAt } from './times.ts';

type Paid = Pick<NewCharge, 'purpose' | 'subjectId' | 'payerId' | 'creatorId' | 'grossCents' | 'currency'> & {
  readonly at: Date;
  /** Of a ticket. */
  readonly eventEnd?: Date;
};

export function chargeOf({ at, eventEnd = at, ...paid }: Paid, feeBasisPoints: number, random: SeededRandom) {
  const id = idAt(at);
  return {
    ...paid,
    id,
    checkoutId: null,
    isTest: true,
    provider: random.chance(0.7) ? 'stripe' : 'paypal',
    paymentId: `demo-${id}`,
    feeCents: splitFee(paid.grossCents, feeBasisPoints).fee,
    heldBy: 'platform',
    capturedAt: at,
    availableAt: new Date(Math.max(holdingEnd(at).getTime(), eventEnd.getTime())),
  } as const satisfies NewCharge;
}
