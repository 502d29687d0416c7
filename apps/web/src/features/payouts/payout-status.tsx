import { PAYOUT_SORTS, type Payout, type PayoutStatus } from '@tributary/contracts/payouts';
import { Landmark } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

export const PAYOUT_BADGES: StatusBadges<PayoutStatus> = {
  pending: ['amber', t('payouts.status.pending')],
  completed: ['green', t('payouts.status.completed')],
  failed: ['live', t('payouts.status.failed')],
};

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <StatusBadge badges={PAYOUT_BADGES} status={status} />
);

/** The state of a payout, as a sentence. */
export function stateOf({ status, sender, reference, failureReason, waitsUntil }: Payout): string {
  if (status === 'failed')
    return failureReason
      ? t('payouts.state.failedWhy', { reason: failureReason })
      : t('payouts.state.failed');
  if (status === 'completed') return reference ? t('payouts.state.reference', { reference }) : '';
  const way =
    sender === null || sender === 'manual' ? t('payouts.state.byTransfer') : t('payouts.state.onWay');
  return waitsUntil ? t('payouts.state.first', { time: formatMoment(waitsUntil) }) : way;
}

export const PAYOUTS = listOf(PAYOUT_SORTS, 'dueDate', PAYOUT_BADGES, Landmark);
