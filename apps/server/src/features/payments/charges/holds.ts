/** The amounts that disputes withhold from a creator while refunds settle them. */
import { DAY_MS } from '#platform/durations.ts';
import type { Dispute, Refund } from './charge.ts';

/** The time after its decision in which a dispute may still be settled by a refund. */
const REVERSAL_MS = 7 * DAY_MS;

type Refunded = Pick<Refund, 'amountCents' | 'status' | 'requestedAt' | 'settledAt'>;

interface CorrectedCharge {
  readonly grossCents: number;
  readonly refundedCents: number;
  /** Oldest first. */
  readonly disputes: readonly Dispute[];
  readonly refunds: readonly Refunded[];
}

/**
 * The amount that each open or lost dispute withholds which the provider settles by refunds. Refunds since its opening
 * reduce it, each refund counts once, and the amounts never exceed the payment. A refund may become known before or
 * after the dispute, so only the time when it was made counts.
 * @returns minor units by the id of the dispute
 */
export function heldByDisputes({
  grossCents,
  refundedCents,
  disputes,
  refunds,
}: CorrectedCharge): Map<string, number> {
  const held = new Map<string, number>();
  let leftCents = grossCents - refundedCents - fixedHolds(disputes);
  const uncounted = refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ amountCents, settledAt, requestedAt }) => ({ cents: amountCents, at: settledAt ?? requestedAt }));
  for (const dispute of disputes.filter((one) => isHeld(one) && one.settledByRefunds)) {
    const { openedAt, settledAt } = dispute;
    const until = settledAt ? settledAt.getTime() + REVERSAL_MS : Number.POSITIVE_INFINITY;
    let cents = dispute.status === 'lost' ? (dispute.lostCents ?? dispute.amountCents) : dispute.amountCents;
    for (const refund of uncounted) {
      if (refund.at < openedAt || refund.at.getTime() > until) continue;
      const counted = Math.min(cents, refund.cents);
      cents -= counted;
      refund.cents -= counted;
    }
    cents = Math.min(cents, leftCents);
    leftCents -= cents;
    held.set(dispute.id, cents);
  }
  return held;
}

const isHeld = ({ status }: Dispute): boolean => status !== 'won';

/** The sum withheld by disputes that refunds do not settle, in minor units. */
export const fixedHolds = (disputes: readonly Dispute[]): number =>
  disputes
    .filter((dispute) => isHeld(dispute) && !dispute.settledByRefunds)
    .reduce((sum, { withheldCents }) => sum + withheldCents, 0);
