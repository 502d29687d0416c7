/** What the conformance suite does at a provider that this instance cannot: the acts of payers, banks and the provider. */
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
  /** The account of a creator at this provider with which checkouts can be opened; null if none is needed. */
  readonly account: string | null;
  /** The provider's clock. */
  now(): Date;
  advance(ms: number): void | Promise<void>;
  /** The payer pays on the payment page. @throws Error if the page no longer accepts payments */
  approve(checkout: OpenCheckout): Promise<void>;
  /** The payer's payment fails permanently, so that the checkout is closed. */
  readonly decline?: (checkout: OpenCheckout) => Promise<void>;
  /** Somebody refunds a payment in the provider's own dashboard. */
  readonly refundAtProvider?: (paymentId: string, amountCents: number) => Promise<void>;
  readonly openDispute?: (paymentId: string) => Promise<void>;
  readonly settleDispute?: (disputeId: string, outcome: 'won' | 'lost') => Promise<void>;
  /** The creator completes what `Payouts.onboard` opened. @returns the account, which may be another one now */
  readonly completeOnboarding?: (account: string) => Promise<string>;
  readonly settlePayout?: (reference: string, status: 'completed' | 'failed') => Promise<void>;
  /** The payer agrees to another price on the page that `Subscriptions.change` has named. */
  readonly confirmChange?: (subscriptionId: string) => Promise<void>;
  /** Time has passed `periodEnd`, and the provider has tried to charge the renewal. */
  readonly renew?: (subscriptionId: string, payment: 'succeeds' | 'fails') => Promise<void>;
  /** Webhooks count however late they arrive: the provider signs the time of the first sending. */
  readonly acceptsLateWebhooks?: true;
  /** Takes the webhooks that were sent since the last call, in order. Needed where the provider has webhooks. */
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
