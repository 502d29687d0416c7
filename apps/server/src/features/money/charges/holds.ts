/** What disputes take from a creator while refunds settle them. */
import type { Dispute, Refund } from './charge.ts';

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
 * reaches. Each refund counts for one dispute. It may become known before or after them, so that this depends on when
 * it was made only.
 */
export function heldByDisputes({ grossCents, refundedCents, disputes, refunds }: Taken): Map<string, number> {
  const held = new Map<string, number>();
  let leftCents = grossCents - refundedCents - fixedHolds(disputes);
  const uncounted = refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ amountCents, settledAt, requestedAt }) => ({ cents: amountCents, at: settledAt ?? requestedAt }));
  for (const { id, openedAt, ...dispute } of disputes.filter(isHeld)) {
    if (!dispute.settledByRefunds) continue;
    let cents = dispute.status === 'lost' ? (dispute.lostCents ?? dispute.amountCents) : dispute.amountCents;
    for (const refund of uncounted) {
      if (refund.at < openedAt) continue;
      const counted = Math.min(cents, refund.cents);
      cents -= counted;
      refund.cents -= counted;
    }
    cents = Math.min(cents, leftCents);
    leftCents -= cents;
    held.set(id, cents);
  }
  return held;
}

const isHeld = ({ status }: Dispute): boolean => status !== 'won';

/** What disputes take that refunds do not settle. */
export const fixedHolds = (disputes: readonly Dispute[]): number =>
  disputes
    .filter((dispute) => isHeld(dispute) && !dispute.settledByRefunds)
    .reduce((sum, { withheldCents }) => sum + withheldCents, 0);
