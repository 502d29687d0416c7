import type { PayoutStatus } from '@tributary/contracts/payouts';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

export const PAYOUT_BADGES: StatusBadges<PayoutStatus> = {
  pending: ['amber', 'Pending'],
  completed: ['green', 'Completed'],
  failed: ['live', 'Failed'],
};

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <StatusBadge badges={PAYOUT_BADGES} status={status} />
);
