/** A charge: a payment, and the part of it that was taken back since. */
import type { ChargeStatus, DisputeStatus, RefundStatus } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { HeldBy, ProviderName, Purpose } from '../providers/provider.ts';

export interface NewCharge {
  readonly id: string;
  readonly checkoutId: string | null;
  readonly provider: ProviderName;
  /** Whether no real money was moved. */
  readonly isTest: boolean;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  readonly purpose: Purpose;
  /** The event of a ticket; the subscription of a payment or gift. */
  readonly subjectId: string | null;
  readonly payerId: UserId | null;
  /** Hides the payer's name from everyone, the creator and admins included. */
  readonly isAnonymous?: boolean;
  /** Null: the creator's account is deleted. */
  readonly creatorId: UserId | null;
  readonly grossCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly heldBy: HeldBy;
  readonly capturedAt: Date;
  /** When the holding period ends; a ticket is not released before it is earned. Null: never released. */
  readonly availableAt: Date | null;
}

export interface Charge extends NewCharge {
  readonly isAnonymous: boolean;
  readonly netCents: number;
  readonly releasedAt: Date | null;
  readonly earnedAt: Date | null;
  readonly refundedCents: number;
  readonly disputedCents: number;
  readonly lostCents: number;
  readonly reversedAt: Date | null;
  /** The sum of refunds, disputes and a reversal. */
  readonly takenBackCents: number;
  /** The fee of the share that was taken back. */
  readonly returnedFeeCents: number;
  readonly status: ChargeStatus;
}

export interface Refund {
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly requestedBy: UserId | null;
  /** The share of the platform's fee that returns to the creator. */
  readonly feeCents: number;
  /** Null until the provider was asked. */
  readonly providerRefundId: string | null;
  /** How many times sending it failed, and the error of the last time. */
  readonly attempts: number;
  readonly lastError: string | null;
  /** When a job sends or retries it. Null: it was sent, or the creator sends it. */
  readonly nextAttemptAt: Date | null;
  /** The creator sends it, from their own wallet. */
  readonly byCreator: boolean;
  /** A pending refund was requested, and the provider has not confirmed it yet. */
  readonly status: RefundStatus;
  readonly requestedAt: Date;
  readonly settledAt: Date | null;
}

export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly providerDisputeId: string;
  readonly amountCents: number;
  /** The amount taken from the creator: less than the disputed amount where a part of the payment was refunded. */
  readonly withheldCents: number;
  /** Whether refunds since its opening count toward it, since the provider settles it by refunds. */
  readonly settledByRefunds: boolean;
  /** The amount that the payer got back when it was lost; null: the disputed amount. */
  readonly lostCents: number | null;
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly evidenceDueAt: Date | null;
  /** Evidence that an admin has sent to the provider, and when. */
  readonly evidence: string | null;
  readonly evidenceSubmittedAt: Date | null;
  readonly openedAt: Date;
  readonly settledAt: Date | null;
}

/** The part of a charge that can still be refunded or disputed. */
export const remainingCents = ({ grossCents, takenBackCents }: Charge): number => grossCents - takenBackCents;

/** A charge before and after a change; `before` is null when it is new. */
export interface ChargeChange {
  readonly before: Charge | null;
  readonly after: Charge;
}
