/** Refunds and disputes of a charge, as admins see them. */
import type { AdminDispute, AdminRefund } from '@tributary/contracts/payments';
import { type People, personIn } from '#features/channels/index.ts';
import type { Charge, Dispute, Refund } from '../charges/charge.ts';

export function toAdminRefund(refund: Refund, { currency }: Charge, requesters: People): AdminRefund {
  const { id, chargeId, reason, status, byCreator, attempts, lastError } = refund;
  return {
    id,
    chargeId,
    reason,
    status,
    currency,
    byCreator,
    attempts,
    lastError,
    amount: refund.amountCents,
    requestedBy: personIn(requesters, refund.requestedBy),
    requestedAt: refund.requestedAt.toISOString(),
    settledAt: refund.settledAt?.toISOString() ?? null,
    nextAttemptAt: refund.nextAttemptAt?.toISOString() ?? null,
  };
}

/** @param takesEvidence whether the provider accepts evidence through its API */
export function toAdminDispute(
  dispute: Dispute,
  { provider, currency }: Charge,
  takesEvidence: boolean,
): AdminDispute {
  const { id, chargeId, reason, status, evidence } = dispute;
  return {
    id,
    chargeId,
    reason,
    status,
    evidence,
    provider,
    currency,
    disputeId: dispute.providerDisputeId,
    amount: dispute.amountCents,
    openedAt: dispute.openedAt.toISOString(),
    settledAt: dispute.settledAt?.toISOString() ?? null,
    evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
    evidenceSubmittedAt: dispute.evidenceSubmittedAt?.toISOString() ?? null,
    takesEvidence,
  };
}
