import { type PaidPeriod, unusedShares } from './unused-periods.ts';

/** The amount that refunds of the unused time of these periods would take from the creator's available balance. */
export function reservedCents(periods: readonly PaidPeriod[], at: Date): number {
  let cents = 0;
  for (const period of periods) {
    const charges = new Map(period.charges.map((charge) => [charge.id, charge]));
    for (const { chargeId, amountCents } of unusedShares(period, at)) {
      const charge = charges.get(chargeId);
      if (charge?.isReleased) cents += netOf(charge, amountCents);
    }
  }
  return cents;
}

/** The creator's part of a refund. The fee of the refunded share returns, rounded up as in the database. */
function netOf(
  { grossCents, remainingCents, feeCents }: PaidPeriod['charges'][number],
  amountCents: number,
): number {
  const takenBackCents = grossCents - remainingCents;
  const returnedFee = (cents: number) => Math.ceil((feeCents * cents) / grossCents);
  return amountCents - (returnedFee(takenBackCents + amountCents) - returnedFee(takenBackCents));
}
