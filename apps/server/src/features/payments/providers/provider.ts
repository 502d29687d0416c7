/**
 * The port of payment providers. A provider is a folder beside this file and a line in `providers.ts`; no other code
 * knows its API. Amounts are minor units.
 */
import type {
  OnChainPayment,
  PaymentMethod,
  PaymentProvider as ProviderName,
  Purpose,
  RefundInstructions,
} from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';

export type { PaymentMethod, ProviderName, Purpose };

/**
 * The holder of a charge after its capture: the platform, or the creator, who got it without the fee (`net`) or still
 * owes the fee (`gross`).
 */
export type HeldBy = 'platform' | 'creator_net' | 'creator_gross';

export interface CheckoutRequest {
  /** Also the idempotency key: opening the same checkout again returns the same payment page. */
  readonly id: string;
  readonly purpose: Purpose;
  /** The chosen payment method. It differs from the provider's name only on the sandbox. */
  readonly method: PaymentMethod;
  /** The line on the payment page, such as "Donation to Ada". */
  readonly description: string;
  /** Minor units; for subscriptions per billing cycle. */
  readonly amountCents: number;
  readonly feeBasisPoints: number;
  readonly currency: string;
  /** Null for a guest's donation. */
  readonly payer: { readonly id: UserId; readonly email: string } | null;
  /** `account`: the creator's account at this provider (for crypto the extended public key), or null. */
  readonly recipient: { readonly creatorId: UserId; readonly account: string | null };
  readonly subscription: { readonly cycle: 'monthly' | 'yearly'; readonly trialDays: number } | null;
  /** The page of this instance that shows the state of the checkout; crypto is paid there, too. */
  readonly statusUrl: string;
  /** The page that a payer returns to who abandons the payment page. */
  readonly cancelUrl: string;
  /** The time from which the payment page must refuse payments. */
  readonly expiresAt: Date;
}

/** A state at the provider at the moment of reading. Applying a fact twice changes nothing. */
export type ProviderFact =
  | CapturedFact
  | {
      readonly kind: 'checkout_closed';
      readonly checkoutId: string;
      readonly outcome: 'failed' | 'expired' | 'canceled';
      /** A sentence for the payer, or null. */
      readonly reason: string | null;
    }
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      /** The provider's id of the refund. */
      readonly refundId: string;
      /** The id of our row, where this instance asked for the refund. */
      readonly requestId: string | null;
      /**
       * The creator has sent it from their own wallet, so that it counts toward the refunds that this instance
       * requested.
       */
      readonly byCreator?: true;
      readonly amountCents: number;
      readonly status: 'pending' | 'succeeded' | 'failed';
      readonly occurredAt: Date;
    }
  | {
      readonly kind: 'dispute';
      readonly paymentId: string;
      readonly disputeId: string;
      readonly amountCents: number;
      readonly status: 'open' | 'won' | 'lost';
      /** The amount that the payer got back when it was lost, if it is less than the disputed amount. */
      readonly lostCents?: number | undefined;
      /** The provider settles the dispute by refunds of the payment: refunds since its opening count toward it. */
      readonly settledByRefunds?: true;
      readonly reason: string;
      readonly evidenceDueAt: Date | null;
      readonly occurredAt: Date;
      /** When the dispute was won or lost, if the provider says so. */
      readonly settledAt?: Date | undefined;
    }
  | {
      /** A chain reorganization took a captured payment back. */
      readonly kind: 'payment_reversed';
      readonly paymentId: string;
      readonly occurredAt: Date;
    }
  | {
      readonly kind: 'subscription';
      /** The checkout that started it. */
      readonly checkoutId: string;
      readonly subscriptionId: string;
      /** The reference of its payment page. Payers can start other subscriptions that name this checkout. */
      readonly openedBy?: string;
      readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
      readonly cycle: 'monthly' | 'yearly';
      /** Minor units per billing cycle. */
      readonly amountCents: number;
      readonly periodStart: Date;
      readonly periodEnd: Date;
      readonly trialEnd: Date | null;
      readonly cancelAtPeriodEnd: boolean;
      /** The remainder of a change to a lower price, in minor units, which pays for later periods. */
      readonly creditCents: number;
    }
  | {
      readonly kind: 'payout';
      /** The id of our row. */
      readonly payoutId: string;
      readonly reference: string;
      readonly status: 'pending' | 'completed' | 'failed';
      readonly reason: string | null;
      readonly occurredAt: Date;
    }
  | {
      readonly kind: 'account';
      readonly account: string;
      readonly isReady: boolean;
      /** The steps that the creator still has to take, as sentences. */
      readonly requirements: readonly string[];
    };

export interface CapturedFact {
  readonly kind: 'captured';
  /** The checkout of the payment; for renewals the one that started the subscription. */
  readonly checkoutId: string;
  /** The provider's id of the payment; unique per provider. */
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly heldBy: HeldBy;
  readonly capturedAt: Date;
  /** For payments of a subscription: its id at the provider, and the period that was paid for. */
  readonly subscription: {
    readonly subscriptionId: string;
    /** Has the meaning of `openedBy` in the fact about the subscription. */
    readonly openedBy?: string;
    /** Set if the payment is for a whole period, as at providers that do not prorate. */
    readonly isWholePeriod?: true;
    readonly periodStart: Date;
    readonly periodEnd: Date;
  } | null;
}

export type RefundFact = Extract<ProviderFact, { readonly kind: 'refund' }>;

/** A webhook whose signature and age were verified. The provider parses `body` again when it processes it. */
export interface VerifiedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: unknown;
}

/** A payment as the provider lists it, for the reconciliation report. */
export interface ListedPayment {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly capturedAt: Date;
}

/**
 * Every call to a provider throws `ProviderUnavailable` if its outcome is unknown (network, 5xx, invalid response,
 * timeout after 10 s), so that it can be repeated with the same id, and `ProviderRefused` if the answer is final.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether payments move real money. */
  readonly isTest: boolean;
  /** The sender of refunds: the provider, or the creator, who received the payment in their own wallet. */
  readonly refundsBy: 'provider' | 'creator';
  /** Opens the payment page. `reference` is the provider's id of the page. */
  openCheckout(request: CheckoutRequest): Promise<{ reference: string; redirectUrl: string }>;
  /** Makes an unpaid payment page refuse payments. The facts say whether it was paid before. */
  closeCheckout(reference: string): Promise<readonly ProviderFact[]>;
  /** Reads the state of a checkout, when the payer returns from the payment page or a webhook is overdue. */
  readCheckout(reference: string): Promise<readonly ProviderFact[]>;
  refund(request: RefundRequest): Promise<readonly ProviderFact[]>;
  /** Reads a pending refund, in case its webhook was lost. */
  readRefund?(refund: {
    readonly paymentId: string;
    readonly refundId: string;
  }): Promise<readonly ProviderFact[]>;
  /** Tests the connection. @returns a sentence for admins */
  testConnection(): Promise<string>;
  /** Captured payments from `since` (inclusive) to `until` (exclusive). */
  listPayments(since: Date, until: Date): AsyncIterable<ListedPayment>;
  readonly webhooks?: Webhooks;
  readonly subscriptions?: Subscriptions;
  readonly payouts?: Payouts;
  readonly disputes?: Disputes;
  readonly onChain?: OnChainPayments;
  /**
   * Reports facts of a provider that sends no webhooks; a job calls it every few seconds. Facts are reported until
   * `apply` has returned.
   */
  poll?(apply: (facts: readonly ProviderFact[]) => Promise<void>): Promise<void>;
  close?(): void | Promise<void>;
}

export interface RefundRequest {
  /** The id of the refund's row, and the idempotency key. */
  readonly id: string;
  readonly paymentId: string;
  readonly amountCents: number;
  /** The part of the fee that returns to the creator, in minor units. */
  readonly feeCents: number;
  readonly currency: string;
  readonly heldBy: HeldBy;
}

export interface Webhooks {
  /**
   * @throws WebhookRefused when the signature is wrong or from the future, or older than five minutes at providers that
   * sign each sending anew
   */
  verify(request: {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly rawBody: Buffer;
    readonly now: Date;
  }): Promise<VerifiedEvent>;
  /**
   * Reads the facts that an event is about from the API, since events come late, twice and in any order. Includes, in
   * order, all that is needed to apply it, such as the capture before a refund.
   */
  factsOf(event: VerifiedEvent): Promise<readonly ProviderFact[]>;
}

export interface Subscriptions {
  /**
   * Changes the price. The provider prorates, or charges the new price from the next payment on, as the facts say.
   * Idempotent by `id`.
   */
  change(request: {
    readonly id: string;
    readonly subscriptionId: string;
    readonly amountCents: number;
    readonly cycle: 'monthly' | 'yearly';
    readonly description: string;
    /** The page that `confirmUrl` leads back to. */
    readonly returnUrl: string;
  }): Promise<SubscriptionChange>;
  cancel(subscriptionId: string, when: 'now' | 'period_end'): Promise<readonly ProviderFact[]>;
  /** Reverts a cancellation at the end of the period. */
  resume(subscriptionId: string): Promise<readonly ProviderFact[]>;
  /** The page where the payer changes the payment method, or null. */
  portalUrl(subscriptionId: string, returnUrl: string): Promise<string | null>;
}

export interface SubscriptionChange {
  readonly facts: readonly ProviderFact[];
  /** The page where the payer has to agree before anything changes; null if the change is done. */
  readonly confirmUrl: string | null;
}

export interface Payouts {
  /**
   * Countries in which creators can have an account (ISO 3166-1), at providers that need it in advance.
   * @throws ProviderUnavailable, ProviderRefused
   */
  countries?(): Promise<readonly string[]>;
  /**
   * Starts or continues onboarding.
   * @param country the country of a new account, if the provider names `countries`
   * @param account the existing account, or null
   */
  onboard(request: {
    readonly creatorId: UserId;
    readonly email: string;
    readonly country?: string;
    readonly account: string | null;
    readonly returnUrl: string;
  }): Promise<{ account: string; url: string }>;
  /**
   * Finishes the onboarding of a creator who returns to `/api/payout-accounts/NAME/return`, at providers that name the
   * account there.
   * @param query the query of that address
   * @returns the account. @throws ProviderRefused, ProviderUnavailable
   */
  finishOnboarding?(creatorId: UserId, query: URLSearchParams): Promise<string>;
  readAccount(account: string): Promise<readonly ProviderFact[]>;
  /** Sends a payout to a creator. Idempotent by `id`, the id of its row. */
  send(request: {
    readonly id: string;
    readonly account: string;
    readonly amountCents: number;
    readonly currency: string;
  }): Promise<readonly ProviderFact[]>;
  read(reference: string): Promise<readonly ProviderFact[]>;
}

export interface Disputes {
  /** Reads an open dispute, in case its webhook was lost. */
  read?(disputeId: string): Promise<readonly ProviderFact[]>;
  submitEvidence(disputeId: string, evidence: string): Promise<readonly ProviderFact[]>;
}

/** Payments to addresses of the creator's own wallet, on a page of this instance. */
export interface OnChainPayments {
  /** The contents of the payment page; null for an unknown reference. */
  paymentOf(reference: string): Promise<OnChainPayment | null>;
  /**
   * The first addresses of an account, which the creator compares with the wallet.
   * @throws ProviderRefused with a sentence if the account cannot be used
   */
  addressesOf(account: string): readonly string[];
  /** Instructions for a refund that the creator sends. Null for an unknown payment. */
  refundOf(paymentId: string, amountCents: number): Promise<RefundInstructions | null>;
  /** Counts a transaction of the creator as a refund. @throws ProviderRefused, ProviderUnavailable */
  recordRefund(refund: OnChainRefund): Promise<readonly ProviderFact[]>;
}

export interface OnChainRefund {
  readonly paymentId: string;
  readonly transactionHash: string;
  /** The creator's account, which should have sent the transaction. Null if none is connected. */
  readonly account: string | null;
  /**
   * An admin vouches for the transaction: it comes from another address, or pays a payer whom the chain does not name.
   */
  readonly isConfirmedByAdmin: boolean;
}
