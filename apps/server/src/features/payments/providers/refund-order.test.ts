import { expect, it } from 'vitest';
import type { ProviderFact, RefundFact } from './provider.ts';
import { afterCapture } from './refund-order.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const refund = (
  refundId: string,
  status: RefundFact['status'],
  second: number,
  requestId: string | null = null,
): RefundFact => ({
  kind: 'refund',
  paymentId: 'payment',
  refundId,
  requestId,
  amountCents: 500,
  status,
  occurredAt: at(second),
});

const dispute = (disputeId: string, status: 'open' | 'won' | 'lost'): ProviderFact => ({
  kind: 'dispute',
  paymentId: 'payment',
  disputeId,
  amountCents: 500,
  status,
  reason: '',
  evidenceDueAt: null,
  occurredAt: at(1),
});

it('reports a won dispute before the refund of what it withheld, failed refunds before their replacements, and requested ones before others', () => {
  const facts = afterCapture(
    [
      refund('later', 'succeeded', 3),
      refund('requested', 'succeeded', 4, 'request'),
      refund('failed', 'failed', 2),
      refund('earlier', 'succeeded', 1),
    ],
    [dispute('open', 'open'), dispute('won', 'won')],
  );
  const ids = facts.map((fact) =>
    fact.kind === 'refund' ? fact.refundId : 'disputeId' in fact && fact.disputeId,
  );
  expect(ids).toEqual(['won', 'failed', 'requested', 'earlier', 'later', 'open']);
});
