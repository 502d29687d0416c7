/**
 * What a payment provider is to the rest of money. A provider is a folder beside this file and a line in
 * `providers.ts`; nothing else knows its API. Amounts are minor units.
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

/** Who holds a charge after its capture: the platform, or the creator, whose fee was withheld or is still owed. */
export type HeldBy = 'platform' | 'creator_net' | 'creator_gross';

export interface CheckoutRequest {
  /** Also the idempotency key: opening the same checkout again returns the same payment page. */
  readonly id: string;
  readonly purpose: Purpose;
  /** Which way of paying was chosen. Differs from the provider's name on the sandbox only. */
  readonly method: PaymentMethod;
  /** The line on the payment page, such as "Donation to Ada". */
  readonly description: string;
  /** For subscriptions: per billing cycle. */
  readonly amountCents: number;
  readonly feeBasisPoints: number;
  readonly currency: string;
  /** Null for a donation by somebody who is not signed in. */
  readonly payer: { readonly id: UserId; readonly email: string } | null;
  /** `account`: the creator's account at this provider (for crypto the extended public key), or null. */
  readonly recipient: { readonly creatorId: UserId; readonly account: string | null };
  readonly subscription: { readonly cycle: 'monthly' | 'yearly'; readonly trialDays: number } | null;
  /** Page of this instance that shows the state of this checkout; also where crypto is paid. */
  readonly statusUrl: string;
  /** Where somebody who abandons the payment page returns to. */
  readonly cancelUrl: string;
  /** When the payment page must refuse payments. */
  readonly expiresAt: Date;
}

/** What is true at the provider at the moment of reading. Applying a fact twice changes nothing. */
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
      /** The creator has sent it from their own wallet, so that it counts for what this instance asked for. */
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
      /** What the payer got back when it was lost, if it is less than the disputed amount. */
      readonly lostCents?: number | undefined;
      /** The provider settles it by refunds of the payment: those since it was opened count for it. */
      readonly settledByRefunds?: true;
      readonly reason: string;
      readonly evidenceDueAt: Date | null;
      readonly occurredAt: Date;
      /** When it was won or lost, if that is known. */
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
      /** The reference of its payment page, where others can start a subscription that names this checkout. */
      readonly openedBy?: string;
      readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
      readonly cycle: 'monthly' | 'yearly';
      /** Per billing cycle. */
      readonly amountCents: number;
      readonly periodStart: Date;
      readonly periodEnd: Date;
      readonly trialEnd: Date | null;
      readonly cancelAtPeriodEnd: boolean;
      /** What a change of the price has left, which pays for later periods. */
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
      /** What the creator still has to do, in sentences. */
      readonly requirements: readonly string[];
    };

export interface CapturedFact {
  readonly kind: 'captured';
  /** The checkout that led to it; for renewals the one that started the subscription. */
  readonly checkoutId: string;
  /** The provider's id of the payment; unique per provider. */
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly heldBy: HeldBy;
  readonly capturedAt: Date;
  /** For payments of a subscription: its id at the provider and what was paid for. */
  readonly subscription: {
    readonly subscriptionId: string;
    /** As in the fact about the subscription. */
    readonly openedBy?: string;
    /** It pays for a whole period, as it does where the provider prorates nothing. */
    readonly isWholePeriod?: true;
    readonly periodStart: Date;
    readonly periodEnd: Date;
  } | null;
}

export type RefundFact = Extract<ProviderFact, { readonly kind: 'refund' }>;

/** A webhook whose signature and age were verified. `body` is parsed by the provider again when it is processed. */
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
 * Every call to a provider throws `ProviderUnavailable` where nothing is known (network, 5xx, nonsense, timeout after
 * 10 s), so that it can be repeated with the same id, and `ProviderRefused` where the answer is final.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether payments move real money. */
  readonly isTest: boolean;
  /** Who sends a refund: the provider, or the creator, who received the payment in their own wallet. */
  readonly refundsBy: 'provider' | 'creator';
  /** Opens the payment page. `reference` is the provider's id of it. */
  openCheckout(request: CheckoutRequest): Promise<{ reference: string; redirectUrl: string }>;
  /** Makes an unpaid payment page refuse payments. Facts say whether it was paid before. */
  closeCheckout(reference: string): Promise<readonly ProviderFact[]>;
  /** The truth about a checkout, asked when somebody returns from the payment page or a webhook is overdue. */
  readCheckout(reference: string): Promise<readonly ProviderFact[]>;
  refund(request: RefundRequest): Promise<readonly ProviderFact[]>;
  /** The truth about a refund that is pending, asked for when its webhook may be lost. */
  readRefund?(refund: {
    readonly paymentId: string;
    readonly refundId: string;
  }): Promise<readonly ProviderFact[]>;
  /** A sentence on the connection for admins. */
  testConnection(): Promise<string>;
  /** Captured payments from `since` (inclusive) to `until` (exclusive). */
  listPayments(since: Date, until: Date): AsyncIterable<ListedPayment>;
  readonly webhooks?: Webhooks;
  readonly subscriptions?: Subscriptions;
  readonly payouts?: Payouts;
  readonly disputes?: Disputes;
  readonly onChain?: OnChainPayments;
  /**
   * For providers that are asked instead of sending webhooks; called by a job every few seconds. Facts count as
   * reported once `apply` has returned; until then they are reported again.
   */
  poll?(apply: (facts: readonly ProviderFact[]) => Promise<void>): Promise<void>;
  close?(): void | Promise<void>;
}

export interface RefundRequest {
  /** The id of our row, and the idempotency key. */
  readonly id: string;
  readonly paymentId: string;
  readonly amountCents: number;
  /** What of the fee returns to the creator. */
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
   * What an event means now: the objects are read again from the API, since events come late, twice and in any
   * order. Returns all that is needed to apply it, such as the capture before a refund, in order.
   */
  factsOf(event: VerifiedEvent): Promise<readonly ProviderFact[]>;
}

export interface Subscriptions {
  /**
   * Moves to another price. The provider prorates, or applies the price from the next payment on, as the facts say.
   * Idempotent by `id`.
   */
  change(request: {
    readonly id: string;
    readonly subscriptionId: string;
    readonly amountCents: number;
    readonly cycle: 'monthly' | 'yearly';
    readonly description: string;
    /** Where `confirmUrl` leads back to. */
    readonly returnUrl: string;
  }): Promise<SubscriptionChange>;
  cancel(subscriptionId: string, when: 'now' | 'period_end'): Promise<readonly ProviderFact[]>;
  /** Takes back a cancellation at the period's end. */
  resume(subscriptionId: string): Promise<readonly ProviderFact[]>;
  /** Where the payer changes the payment method, or null. */
  portalUrl(subscriptionId: string, returnUrl: string): Promise<string | null>;
}

export interface SubscriptionChange {
  readonly facts: readonly ProviderFact[];
  /** Where the payer has to agree before anything changes; null when nothing is left to do. */
  readonly confirmUrl: string | null;
}

export interface Payouts {
  /**
   * Countries in which creators can have an account (ISO 3166-1), at providers that have to be told it in advance.
   * @throws ProviderUnavailable, ProviderRefused
   */
  countries?(): Promise<readonly string[]>;
  /**
   * Starts or continues onboarding.
   * @param country of a new account, where the provider names `countries`
   * @param account the one that exists, or null
   */
  onboard(request: {
    readonly creatorId: UserId;
    readonly email: string;
    readonly country?: string;
    readonly account: string | null;
    readonly returnUrl: string;
  }): Promise<{ account: string; url: string }>;
  /**
   * The account of a creator who comes back from onboarding to `/api/payout-accounts/NAME/return`, at providers
   * that name it there.
   * @param query of that address. @throws ProviderRefused, ProviderUnavailable
   */
  finishOnboarding?(creatorId: UserId, query: URLSearchParams): Promise<string>;
  readAccount(account: string): Promise<readonly ProviderFact[]>;
  /** Sends money to a creator. Idempotent by `id`, the id of our row. */
  send(request: {
    readonly id: string;
    readonly account: string;
    readonly amountCents: number;
    readonly currency: string;
  }): Promise<readonly ProviderFact[]>;
  read(reference: string): Promise<readonly ProviderFact[]>;
}

export interface Disputes {
  /** The truth about a dispute that is open, asked for when its webhook may be lost. */
  read?(disputeId: string): Promise<readonly ProviderFact[]>;
  submitEvidence(disputeId: string, evidence: string): Promise<readonly ProviderFact[]>;
}

/** Payments to addresses of the creator's own wallet, on a page of this instance. */
export interface OnChainPayments {
  /** What the payment page shows; null for an unknown reference. */
  paymentOf(reference: string): Promise<OnChainPayment | null>;
  /**
   * The first addresses of an account, for the creator to compare with the wallet.
   * @throws ProviderRefused with a sentence where the account cannot be used
   */
  addressesOf(account: string): readonly string[];
  /** What a creator has to send for a refund. Null for an unknown payment. */
  refundOf(paymentId: string, amountCents: number): Promise<RefundInstructions | null>;
  /** Counts a transaction that the creator has sent as a refund. @throws ProviderRefused, ProviderUnavailable */
  recordRefund(refund: OnChainRefund): Promise<readonly ProviderFact[]>;
}

export interface OnChainRefund {
  readonly paymentId: string;
  readonly transactionHash: string;
  /** The creator's account, from which the transaction should come. Null if none is connected. */
  readonly account: string | null;
  /** An admin vouches for it: it comes from an address elsewhere, or pays somebody whom the chain does not name. */
  readonly isConfirmedByAdmin: boolean;
}
