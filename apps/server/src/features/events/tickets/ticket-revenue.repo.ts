/** An event's revenue: the payments for its tickets, less what was taken back. */
import type { Charge, ChargeChange } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';

export async function projectRevenue(tx: Writer, { before, after }: ChargeChange): Promise<void> {
  const revenue = paid(after) - paid(before);
  const commission = keptFee(after) - keptFee(before);
  if (after.subjectId === null || (revenue === 0 && commission === 0)) return;
  await tx
    .updateTable('ppv_events')
    .set((row) => ({
      total_revenue_cents: row('total_revenue_cents', '+', revenue),
      platform_commission_cents: row('platform_commission_cents', '+', commission),
    }))
    .where('id', '=', after.subjectId)
    .execute();
}

const paid = (charge: Charge | null): number => (charge ? charge.grossCents - charge.takenBackCents : 0);
const keptFee = (charge: Charge | null): number => (charge ? charge.feeCents - charge.returnedFeeCents : 0);
