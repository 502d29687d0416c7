/** Orders the refunds and disputes of a payment for settlement. */
import type { ProviderFact, RefundFact } from './provider.ts';

/**
 * Puts failed refunds first, since a later one may refund the same amount; then those that this instance requested,
 * since other refunds fail requests that seem unsent; then the oldest first.
 */
export const inOrder = (refunds: readonly RefundFact[]): RefundFact[] =>
  refunds.toSorted(
    (a, b) =>
      Number(b.status === 'failed') - Number(a.status === 'failed') ||
      Number(b.requestId !== null) - Number(a.requestId !== null) ||
      a.occurredAt.getTime() - b.occurredAt.getTime(),
  );

/** Puts won disputes first, since what they withheld may have been refunded afterwards. */
export function afterCapture(
  refunds: readonly RefundFact[],
  disputes: readonly ProviderFact[],
): ProviderFact[] {
  const isWon = (fact: ProviderFact) => fact.kind === 'dispute' && fact.status === 'won';
  return [...disputes.filter(isWon), ...inOrder(refunds), ...disputes.filter((fact) => !isWon(fact))];
}
