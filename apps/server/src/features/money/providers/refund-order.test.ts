import { expect, it } from 'vitest';
import type { ProviderFact, RefundFact } from './provider.ts';
import { afterCapture } from './refund-order.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const refund = (refundId: string, status: RefundFact['status'], second: number): RefundFact => ({
  ...{ kind: 'refund', paymentId: 'payment', refundId, requestId: null, amountCents: 500, status },
  occurredAt: at(second),
});

const dispute = (disputeId: string, status: 'open' | 'won' | 'lost'): ProviderFact => ({
  ...{ kind: 'dispute', paymentId: 'payment', disputeId, amountCents: 500, status, reason: '' },
  ...{ evidenceDueAt: null, occurredAt: at(1) },
});

it('reports a won dispute before the refund of what it withheld, and failed refunds before those that replaced them', () => {
  const facts = afterCapture(
    [refund('later', 'succeeded', 3), refund('failed', 'failed', 2), refund('earlier', 'succeeded', 1)],
    [dispute('open', 'open'), dispute('won', 'won')],
  );
  const ids = facts.map((fact) =>
    fact.kind === 'refund' ? fact.refundId : 'disputeId' in fact && fact.disputeId,
  );
  expect(ids).toEqual(['won', 'failed', 'earlier', 'later', 'open']);
});
