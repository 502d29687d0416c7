import { PAYOUT_SORTS, type Payout, type PayoutStatus } from '@tributary/contracts/payouts';
import { Landmark } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { formatMoment } from '@/lib/dates.ts';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

export const PAYOUT_BADGES: StatusBadges<PayoutStatus> = {
  pending: ['amber', 'Pending'],
  completed: ['green', 'Completed'],
  failed: ['live', 'Failed'],
};

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <StatusBadge badges={PAYOUT_BADGES} status={status} />
);

/** The state of a payout, as a sentence. */
export function stateOf({ status, sender, reference, failureReason, waitsUntil }: Payout): string {
  if (status === 'failed') return `It is back in your balance. ${failureReason ?? ''}`.trim();
  if (status === 'completed') return reference ? `Reference ${reference}` : '';
  const way = sender === null || sender === 'manual' ? 'By bank transfer from an admin' : 'On its way';
  return waitsUntil ? `Your first payout. It is sent after ${formatMoment(waitsUntil)}.` : way;
}

export const PAYOUTS = listOf(PAYOUT_SORTS, 'dueDate', PAYOUT_BADGES, Landmark);
