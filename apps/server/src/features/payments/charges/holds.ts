/** What disputes take from a creator while refunds settle them. */
import { DAY_MS } from '#platform/durations.ts';
import type { Dispute, Refund } from './charge.ts';

/** How long after its decision a dispute may still be settled by a refund. */
const REVERSAL_MS = 7 * DAY_MS;

type Refunded = Pick<Refund, 'amountCents' | 'status' | 'requestedAt' | 'settledAt'>;

interface Taken {
  readonly grossCents: number;
  readonly refundedCents: number;
  /** Oldest first. */
  readonly disputes: readonly Dispute[];
  readonly refunds: readonly Refunded[];
}

/**
 * What each open or lost dispute takes that is settled by refunds: what no refund since covers, as far as the payment
 * reaches. Each refund counts once. It may become known before or after the dispute, so that this depends only on when
 * it was made.
 */
export function heldByDisputes({ grossCents, refundedCents, disputes, refunds }: Taken): Map<string, number> {
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

/** What disputes take that refunds do not settle. */
export const fixedHolds = (disputes: readonly Dispute[]): number =>
  disputes
    .filter((dispute) => isHeld(dispute) && !dispute.settledByRefunds)
    .reduce((sum, { withheldCents }) => sum + withheldCents, 0);
