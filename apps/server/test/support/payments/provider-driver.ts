/** Actions at a provider that this instance cannot cause: those of payers, banks and the provider. */
import type {
  CheckoutRequest,
  PaymentMethod,
  PaymentProvider,
} from '#features/payments/providers/provider.ts';

export interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

export interface ProviderDriver {
  readonly provider: PaymentProvider;
  readonly method: PaymentMethod;
  /** A creator's account at this provider with which checkouts can be opened; null if none is needed. */
  readonly account: string | null;
  /** The provider's clock. */
  now(): Date;
  advance(ms: number): void | Promise<void>;
  /** The payer pays on the payment page. @throws Error if the page no longer accepts payments */
  approve(checkout: OpenCheckout): Promise<void>;
  /** The payer's payment fails permanently, so that the checkout is closed. */
  readonly decline?: (checkout: OpenCheckout) => Promise<void>;
  /** A person refunds a payment in the provider's own dashboard. */
  readonly refundAtProvider?: (paymentId: string, amountCents: number) => Promise<void>;
  readonly openDispute?: (paymentId: string) => Promise<void>;
  readonly settleDispute?: (disputeId: string, outcome: 'won' | 'lost') => Promise<void>;
  /** The creator completes the page of `Payouts.onboard`. @returns the account, which may be another one now */
  readonly completeOnboarding?: (account: string) => Promise<string>;
  readonly settlePayout?: (reference: string, status: 'completed' | 'failed') => Promise<void>;
  /** The payer agrees to another price on the page that `Subscriptions.change` has named. */
  readonly confirmChange?: (subscriptionId: string) => Promise<void>;
  /** The time is after `periodEnd`, and the provider has tried to charge the renewal. */
  readonly renew?: (subscriptionId: string, payment: 'succeeds' | 'fails') => Promise<void>;
  /** The provider signs the time of the first sending, so that late webhooks are valid. */
  readonly acceptsLateWebhooks?: true;
  /** Takes the webhooks since the last call, in order. Required if the provider has webhooks. */
  readonly takeWebhooks?: () => Promise<readonly SentWebhook[]>;
  /** All calls to the provider fail this way until `repair`. */
  break(how: 'unreachable' | 'failing' | 'nonsense'): void | Promise<void>;
  repair(): void | Promise<void>;
}

export interface OpenCheckout {
  readonly request: CheckoutRequest;
  readonly reference: string;
  readonly redirectUrl: string;
}
