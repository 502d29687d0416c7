import type { DonationStatus } from '@tributary/contracts/donations';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

export const DONATION_BADGES: StatusBadges<DonationStatus> = {
  completed: ['green', 'Completed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
};

export const DonationBadge = ({ status }: { status: DonationStatus }) => (
  <StatusBadge badges={DONATION_BADGES} status={status} />
);
