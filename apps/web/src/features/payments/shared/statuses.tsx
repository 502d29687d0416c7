/** Statuses as badges. */
import type {
  ChargeStatus,
  DisputeStatus,
  ProviderEventStatus,
  RefundStatus,
} from '@tributary/contracts/payments';
import { t } from '@/lib/messages/t.ts';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';

/** The statuses in the payer's words. */
export const CHARGE_BADGES: StatusBadges<ChargeStatus> = {
  captured: ['green', t('payments.charge.captured')],
  partially_refunded: ['neutral', t('payments.charge.partiallyRefunded')],
  refunded: ['neutral', t('payments.charge.refunded')],
  disputed: ['live', t('payments.charge.disputed')],
  lost: ['neutral', t('payments.charge.lost')],
  reversed: ['neutral', t('payments.charge.reversed')],
};

export const REFUND_BADGES: StatusBadges<RefundStatus> = {
  pending: ['amber', t('payments.refund.pending')],
  succeeded: ['green', t('payments.refund.succeeded')],
  failed: ['live', t('payments.refund.failed')],
};

export const DISPUTE_BADGES: StatusBadges<DisputeStatus> = {
  open: ['live', t('payments.dispute.open')],
  won: ['green', t('payments.dispute.won')],
  lost: ['neutral', t('payments.dispute.lost')],
};

export const WEBHOOK_BADGES: StatusBadges<ProviderEventStatus> = {
  received: ['amber', t('payments.webhook.received')],
  processed: ['green', t('payments.webhook.processed')],
  failed: ['live', t('payments.refund.failed')],
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
