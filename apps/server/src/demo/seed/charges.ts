/** Charges as if they had been paid on other days. */
import { HOLDING_DAYS } from '@tributary/contracts';
import { type NewCharge, splitFee } from '#features/money/index.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { SeededRandom } from './seeded-random.ts';
import { idAt } from './times.ts';

type Paid = Pick<NewCharge, 'purpose' | 'subjectId' | 'payerId' | 'creatorId' | 'grossCents' | 'currency'> & {
  readonly at: Date;
};

export function chargeOf({ at, ...paid }: Paid, feeBasisPoints: number, random: SeededRandom) {
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
    availableAt: paid.purpose === 'ticket' ? null : new Date(at.getTime() + HOLDING_DAYS * DAY_MS),
  } as const satisfies NewCharge;
}
