/** Statuses as badges. */
import type {
  ChargeStatus,
  DisputeStatus,
  ProviderEventStatus,
  RefundStatus,
} from '@tributary/contracts/payments';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

/** The statuses in the payer's words. */
export const CHARGE_BADGES: StatusBadges<ChargeStatus> = {
  captured: ['green', 'Paid'],
  partially_refunded: ['neutral', 'Partly refunded'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
  lost: ['neutral', 'Returned by the bank'],
  reversed: ['neutral', 'Undone by the chain'],
};

export const REFUND_BADGES: StatusBadges<RefundStatus> = {
  pending: ['amber', 'Pending'],
  succeeded: ['green', 'Confirmed'],
  failed: ['live', 'Failed'],
};

export const DISPUTE_BADGES: StatusBadges<DisputeStatus> = {
  open: ['live', 'Open'],
  won: ['green', 'Won'],
  lost: ['neutral', 'Lost'],
};

export const WEBHOOK_BADGES: StatusBadges<ProviderEventStatus> = {
  received: ['amber', 'Waiting'],
  processed: ['green', 'Processed'],
  failed: ['live', 'Failed'],
};

export const ChargeBadge = ({ status }: { status: ChargeStatus }) => (
  <StatusBadge badges={CHARGE_BADGES} status={status} />
);

export const RefundBadge = ({ status }: { status: RefundStatus }) => (
  <StatusBadge badges={REFUND_BADGES} status={status} />
);

export const DisputeBadge = ({ status }: { status: DisputeStatus }) => (
  <StatusBadge badges={DISPUTE_BADGES} status={status} />
);

export const WebhookBadge = ({ status }: { status: ProviderEventStatus }) => (
  <StatusBadge badges={WEBHOOK_BADGES} status={status} />
);
