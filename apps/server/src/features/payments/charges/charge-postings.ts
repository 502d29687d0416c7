/** The postings for each change of a charge. */
import type { Entry, Posting } from '../ledger/posting.ts';
import type { Charge, Dispute, Refund } from './charge.ts';

/** Credits a creator with a payment less its fee. Negative amounts take back what was refunded or disputed. */
function earn({ creatorId: ownerId, heldBy, releasedAt }: Charge, gross: number, fee: number): Entry[] {
  const held = releasedAt === null ? 'creator_pending' : 'creator_available';
  const fees = { account: { kind: 'platform_fees' }, amountCents: fee } as const;
  const net = gross - fee;
  if (heldBy === 'platform') return [{ account: { kind: held, ownerId }, amountCents: net }, fees];
  if (heldBy === 'creator_net')
    return [{ account: { kind: 'creator_received', ownerId }, amountCents: net }, fees];
  return [
    { account: { kind: 'creator_received', ownerId }, amountCents: gross },
    { account: { kind: 'creator_available', ownerId }, amountCents: -fee },
    fees,
  ];
}

/** The change of the creator's and the platform's earnings when part of a charge is taken back or returned. */
const earnChange = (before: Charge, after: Charge): Entry[] =>
  earn(
    before,
    before.takenBackCents - after.takenBackCents,
    before.returnedFeeCents - after.returnedFeeCents,
  );

const clearing = ({ provider }: Charge, amountCents: number): Entry => ({
  account: { kind: 'provider_clearing', provider },
  amountCents,
});

type Details = Pick<Posting, 'key' | 'kind' | 'providerEventId' | 'occurredAt' | 'entries'>;

const about = ({ id, provider, currency }: Charge, details: Details): Posting => ({
  subject: { kind: 'charge', id },
  provider,
  currency,
  ...details,
});

export const captured = (charge: Charge): Posting =>
  about(charge, {
    key: `charge:${charge.id}:captured`,
    kind: 'charge_captured',
    providerEventId: charge.paymentId,
    occurredAt: charge.capturedAt,
    entries: [clearing(charge, -charge.grossCents), ...earn(charge, charge.grossCents, charge.feeCents)],
  });

export const reversed = (before: Charge, after: Charge, at: Date): Posting =>
  about(before, {
    key: `charge:${before.id}:reversed`,
    kind: 'charge_reversed',
    providerEventId: before.paymentId,
    occurredAt: at,
    entries: [clearing(before, after.takenBackCents - before.takenBackCents), ...earnChange(before, after)],
  });

/**
 * Moves what refunds and disputes take between the creator and the accounts that withhold it. The rest goes to the
 * provider or comes from there, as does what a reversal of the whole charge took from the creator before.
 */
function correctionEntries(before: Charge, after: Charge, requestedCents: number): Entry[] {
  const disputedCents = after.disputedCents - before.disputedCents;
  const entries: Entry[] = [
    ...earnChange(before, after),
    { account: { kind: 'refunds' }, amountCents: requestedCents },
    { account: { kind: 'disputes' }, amountCents: disputedCents },
  ];
  const restCents = entries.reduce((sum, { amountCents }) => sum - amountCents, 0);
  return [...entries, clearing(before, restCents)];
}

/** @param from the previous status of the refund, or `new` @param refund with its present status */
export const refundPosting = (
  before: Charge,
  after: Charge,
  refund: Refund,
  from: Refund['status'] | 'new',
): Posting => {
  const kind = refund.status === 'pending' ? 'refund_requested' : (`refund_${refund.status}` as const);
  const requested = (status: Refund['status'] | 'new') => (status === 'pending' ? refund.amountCents : 0);
  return about(before, {
    key: `refund:${refund.id}:${refund.status === 'pending' ? 'requested' : refund.status}`,
    kind,
    providerEventId: refund.providerRefundId,
    occurredAt: refund.settledAt ?? refund.requestedAt,
    entries: correctionEntries(before, after, requested(refund.status) - requested(from)),
  });
};

/** @param dispute with its present status */
export const disputePosting = (before: Charge, after: Charge, dispute: Dispute): Posting =>
  about(before, {
    key: `dispute:${dispute.id}:${dispute.status}`,
    kind: dispute.status === 'open' ? 'dispute_opened' : `dispute_${dispute.status}`,
    providerEventId: dispute.providerDisputeId,
    occurredAt: dispute.settledAt ?? dispute.openedAt,
    entries: correctionEntries(before, after, 0),
  });
