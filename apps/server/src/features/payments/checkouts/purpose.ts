/**
 * What a checkout can be for. Each purpose says what it costs and what happens when it is paid, closed or taken back;
 * checkouts and settlement know none of them.
 */
import type { CheckoutBody, Purpose } from '@tributary/contracts/payments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import type { Charge, ChargeChange, NewCharge } from '../charges/charge.ts';
import type { CapturedFact, ProviderFact } from '../providers/provider.ts';
import type { Checkout } from './checkout.ts';

export interface Buyer {
  readonly checkoutId: string;
  /** Null: somebody who is not signed in. */
  readonly payerId: UserId | null;
  readonly at: Date;
}

/** What a checkout offers, read from the database and never from the client. */
export interface Offer {
  readonly creatorId: UserId;
  readonly subjectId: string | null;
  readonly streamId: StreamId | null;
  readonly amountCents: number;
  /** The line on the payment page. */
  readonly description: string;
  readonly subscription: Checkout['subscription'];
  readonly details: object;
  /** Where the receipt goes that a guest asked for. */
  readonly receiptEmail?: string | undefined;
  /** The page of this instance that shows the state; `checkout=<id>` is added to its query. */
  readonly statusPath: string;
}

export interface Payment {
  readonly fact: CapturedFact;
  /** Books the payment. Called once by `paid`, with what the charge is for and when its money becomes available. */
  record(charge: Pick<NewCharge, 'subjectId' | 'availableAt' | 'isAnonymous'>): Promise<Charge>;
}

/** Why money that was captured must go back, such as a seat that was given to somebody else in the meantime. */
export interface RefundDue {
  readonly refundReason: string;
  /** The money was for something else, so that the checkout is still to be paid. */
  readonly leavesCheckoutOpen?: boolean;
}

/** All functions run in the transaction of their cause and while the checkout is locked. */
export interface PurposeHandler {
  readonly purpose: Purpose;
  /**
   * Checks the request, which is one of this purpose, and takes what is limited.
   * @throws AppError that names the field
   */
  offer(tx: Writer, request: CheckoutBody, buyer: Buyer): Promise<Offer>;
  /** Money was captured, even if the checkout had been closed. Called once for each payment, renewals included. */
  paid(tx: Writer, checkout: Checkout, payment: Payment): Promise<RefundDue | undefined>;
  /** The checkout was closed without a payment: gives back what `offer` took. */
  closed?(tx: Writer, checkout: Checkout): Promise<void>;
  /** Keeps what the purpose's own tables say about a charge as the charge is: when it is booked and when it changes. */
  project?(tx: Writer, change: ChargeChange): Promise<void>;
  /**
   * Some of a charge was refunded, disputed, won back or reversed.
   * @returns why what a won dispute has brought back cannot be kept, such as for a person who has another ticket now
   */
  charged?(tx: Writer, checkout: Checkout | null, charge: Charge): Promise<RefundDue | undefined>;
  /**
   * The state of the subscription that the checkout started. Older states are never reported after newer ones.
   * @returns whether it is the subscription of the checkout
   */
  subscribed?(
    tx: Writer,
    checkout: Checkout,
    subscription: Extract<ProviderFact, { kind: 'subscription' }>,
  ): Promise<boolean>;
}

export type PurposeHandlers = ReadonlyMap<Purpose, PurposeHandler>;

/** @throws Error for a purpose that nobody handles */
export function handlerOf(handlers: PurposeHandlers, purpose: Purpose): PurposeHandler {
  const handler = handlers.get(purpose);
  if (!handler) throw new Error(`No handler is registered for the purpose ${purpose}.`);
  return handler;
}
