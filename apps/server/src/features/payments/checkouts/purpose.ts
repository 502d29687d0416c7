/**
 * The purposes of checkouts, such as a donation or a ticket. Each one sets its price, and reacts to payments, closings
 * and refunds; checkouts and settlement know none of them.
 */
import type { CheckoutBody, Purpose } from '@tributary/contracts/payments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import type { Charge, ChargeChange, NewCharge } from '../charges/charge.ts';
import type { CapturedFact, ProviderFact } from '../providers/provider.ts';
import type { Checkout } from './checkout.ts';

export interface Buyer {
  readonly checkoutId: string;
  /** Null: a guest. */
  readonly payerId: UserId | null;
  readonly at: Date;
}

/** The terms of a checkout, read from the database and never from the client. */
export interface Offer {
  readonly creatorId: UserId;
  readonly subjectId: string | null;
  readonly streamId: StreamId | null;
  readonly amountCents: number;
  /** The line on the payment page. */
  readonly description: string;
  readonly subscription: Checkout['subscription'];
  readonly details: object;
  /** The address for the receipt that a guest asked for. */
  readonly receiptEmail?: string | undefined;
  /** The page of this instance that shows the state; `checkout=<id>` is added to its query. */
  readonly statusPath: string;
}

export interface Payment {
  readonly fact: CapturedFact;
  /** Books the payment with its subject and the end of its holding period. `paid` calls it once. */
  record(charge: Pick<NewCharge, 'subjectId' | 'availableAt' | 'isAnonymous'>): Promise<Charge>;
}

/** The reason why captured money must go back, such as a seat that another payer got in the meantime. */
export interface RefundDue {
  readonly refundReason: string;
  /** The payment was for something else, so that the checkout stays open. */
  readonly leavesCheckoutOpen?: boolean;
}

/** All functions run in the transaction that causes them, while the checkout is locked. */
export interface PurposeHandler {
  readonly purpose: Purpose;
  /**
   * Checks a request of this purpose, and reserves what is limited, such as a seat.
   * @throws AppError that names the field
   */
  offer(tx: Writer, request: CheckoutBody, buyer: Buyer): Promise<Offer>;
  /** Money was captured, even if the checkout had been closed. Called once for each payment, renewals included. */
  paid(tx: Writer, checkout: Checkout, payment: Payment): Promise<RefundDue | undefined>;
  /** The checkout was closed without a payment. Returns what `offer` reserved. */
  closed?(tx: Writer, checkout: Checkout): Promise<void>;
  /** Updates the purpose's own tables whenever a charge is booked or changes. */
  project?(tx: Writer, change: ChargeChange): Promise<void>;
  /**
   * A part of a charge was refunded, disputed, won back or reversed.
   * @returns why the money of a won dispute cannot be kept, such as when the payer has bought another ticket since
   */
  charged?(tx: Writer, checkout: Checkout | null, charge: Charge): Promise<RefundDue | undefined>;
  /**
   * Applies the state of the subscription that the checkout started. Older states are never reported after newer ones.
   * @returns whether it is the subscription of this checkout
   */
  subscribed?(
    tx: Writer,
    checkout: Checkout,
    subscription: Extract<ProviderFact, { kind: 'subscription' }>,
  ): Promise<boolean>;
}

export type PurposeHandlers = ReadonlyMap<Purpose, PurposeHandler>;

/** @throws Error if no feature handles the purpose */
export function handlerOf(handlers: PurposeHandlers, purpose: Purpose): PurposeHandler {
  const handler = handlers.get(purpose);
  if (!handler) throw new Error(`No handler is registered for the purpose ${purpose}.`);
  return handler;
}
