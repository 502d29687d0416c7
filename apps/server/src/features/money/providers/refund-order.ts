/** In which order refunds of a payment are reported. */
import type { RefundFact } from './provider.ts';

/** Failed refunds first, since a later one may refund the same amount; then oldest first. */
export const inOrder = (refunds: readonly RefundFact[]): RefundFact[] =>
  refunds.toSorted(
    (a, b) =>
      Number(b.status === 'failed') - Number(a.status === 'failed') ||
      a.occurredAt.getTime() - b.occurredAt.getTime(),
  );
