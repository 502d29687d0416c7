/** How a payment differs between its provider and the ledger. */
import type { DifferenceKind } from '@tributary/contracts/payments';
import type { ListedPayment } from '../providers/provider.ts';

/** A charge, as far as a provider can know it. */
export interface BookedPayment {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly grossCents: number;
  readonly currency: string;
  readonly capturedAt: Date;
  /** Refunds that were requested or confirmed. */
  readonly refundedCents: number;
  readonly confirmedRefundCents: number;
  /** Money lost to disputes, which some providers list as refunds. */
  readonly lostCents: number;
  /** Whether a chain reorganization took the payment back, so that the chain no longer lists it. */
  readonly isReversed: boolean;
}

export interface Difference {
  readonly kind: DifferenceKind;
  readonly paymentId: string;
  readonly chargeId: string | null;
  readonly capturedAt: Date;
  readonly providerCents: number | null;
  readonly ledgerCents: number | null;
  readonly currency: string;
}

/** Compares a payment that the provider lists with the ledger. @param booked null: the ledger has no such payment */
export function differencesOf(listed: ListedPayment, booked: BookedPayment | null): Difference[] {
  const { paymentId, amountCents, refundedCents, currency, capturedAt } = listed;
  const found = { paymentId, chargeId: booked?.chargeId ?? null, capturedAt, currency };
  const differ = (kind: DifferenceKind, providerCents: number, ledgerCents: number | null): Difference[] => [
    { ...found, kind, providerCents, ledgerCents },
  ];
  if (!booked) return differ('not_booked', amountCents, null);
  if (booked.currency !== currency) return differ('currency', amountCents, booked.grossCents);
  if (booked.grossCents !== amountCents) return differ('amount', amountCents, booked.grossCents);
  // The provider may or may not list a refund that is still pending.
  const { confirmedRefundCents, refundedCents: requestedCents, lostCents } = booked;
  return refundedCents >= confirmedRefundCents && refundedCents <= requestedCents + lostCents
    ? []
    : differ('refunded', refundedCents, requestedCents);
}

/** Differences of a charge that the provider does not list. */
export function notListed({ isReversed, grossCents, ...booked }: BookedPayment): Difference[] {
  if (isReversed) return [];
  const { paymentId, chargeId, capturedAt, currency } = booked;
  const found = { paymentId, chargeId, capturedAt, currency };
  return [{ ...found, kind: 'not_listed', providerCents: null, ledgerCents: grossCents }];
}
