/** The objects of the local PayPal server. */
import { notFound, notFoundV1 } from './paypal-errors.ts';

export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

export interface Refund {
  readonly id: string;
  readonly of: string;
  readonly amount: Money;
  readonly custom_id?: string | undefined;
  readonly create_time: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  /** Whether PayPal itself made the refund. */
  readonly isReversal: boolean;
}

export interface Order {
  readonly id: string;
  readonly create_time: string;
  readonly custom_id: string | undefined;
  readonly invoice_id: string | undefined;
  readonly amount: Money;
  intent: 'CAPTURE' | 'AUTHORIZE';
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'PAYER_ACTION_REQUIRED';
  update_time: string;
  capture: {
    readonly id: string;
    readonly create_time: string;
    status: string;
    /** The kind of the dispute because of which PayPal holds the money. */
    complaint: 'BUYER_COMPLAINT' | 'CHARGEBACK' | null;
  } | null;
  readonly refunds: Refund[];
}

export interface Plan {
  readonly id: string;
  readonly product_id: string;
  status: 'ACTIVE' | 'INACTIVE';
  readonly billing_cycles: readonly {
    readonly tenure_type: 'TRIAL' | 'REGULAR';
    readonly frequency: { readonly interval_unit: string; readonly interval_count: number };
    readonly pricing_scheme?: { readonly fixed_price: Money } | undefined;
  }[];
  readonly payment_preferences: { readonly payment_failure_threshold: number };
}

export interface Subscription {
  readonly id: string;
  readonly custom_id: string | undefined;
  readonly create_time: string;
  start_time: string;
  plan_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  /** The reason of the last change. */
  note: string | null;
  nextBilling: Date | null;
  failedPayments: number;
  /** The plan of a revision that waits for the payer's approval. */
  revisedPlanId: string | null;
}

export interface Sale {
  readonly id: string;
  readonly subscriptionId: string;
  readonly amount: Money;
  readonly time: string;
  readonly refunds: Refund[];
  /** The kind of the dispute because of which PayPal holds the money. */
  complaint: 'BUYER_COMPLAINT' | 'CHARGEBACK' | null;
}

export interface Dispute {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: Money;
  readonly create_time: string;
  update_time: string;
  stage: 'INQUIRY' | 'CHARGEBACK';
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  outcome: string | null;
  /** The amount that the payer got back, refunds of the seller included. */
  refunded: Money | null;
  /** The part of it that left the account without a refund. */
  bankCents: number;
  readonly said: string[];
}

export interface Batch {
  readonly id: string;
  readonly sender_batch_id: string;
  readonly receiver: string;
  readonly amount: { readonly currency: string; readonly value: string };
  readonly time_created: string;
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'UNCLAIMED' | 'RETURNED' | 'DENIED';
  reason: string | null;
}

interface Kinds {
  order: Order;
  plan: Plan;
  subscription: Subscription;
  sale: Sale;
  dispute: Dispute;
  batch: Batch;
}

/** Prefixes of ids in PayPal's form, which occur in no real ones. */
const PREFIXES: Readonly<Record<keyof Kinds, string>> = {
  order: '5O',
  plan: 'P-',
  subscription: 'I-',
  sale: '8S',
  dispute: 'PP-D-',
  batch: '5U',
};

export class PaypalStore {
  /** Tests set the clock. */
  now = new Date('2031-03-03T12:00:00Z');
  readonly products = new Set<string>();
  /** The accounts of people who have logged in, by their authorization codes and access tokens. */
  readonly payers = new Map<string, string>();
  /** The events that the webhook of this instance sends. */
  webhookEvents: readonly string[] = ['*'];
  #count = 0;
  readonly #objects = new Map<string, { readonly kind: keyof Kinds; readonly object: object }>();

  get time(): string {
    return this.now.toISOString();
  }

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}${String(this.#count).padStart(15, '0')}`;
  }

  add<K extends keyof Kinds>(kind: K, fields: Omit<Kinds[K], 'id'>): Kinds[K] {
    const object = { ...fields, id: this.newId(PREFIXES[kind]) } as unknown as Kinds[K];
    this.#objects.set(object.id, { kind, object });
    return object;
  }

  /** @throws PaypalAnswerError 404 */
  get<K extends keyof Kinds>(kind: K, id: string): Kinds[K] {
    const found = this.#objects.get(id);
    if (found?.kind !== kind) throw kind === 'sale' ? notFoundV1() : notFound();
    return found.object as Kinds[K];
  }

  /** Forgets an order, as PayPal forgets unpaid ones. */
  forget(id: string): void {
    this.#objects.delete(id);
  }

  /** Removes all objects, for another history. */
  clear(): void {
    this.#objects.clear();
    this.products.clear();
  }

  all<K extends keyof Kinds>(kind: K): Kinds[K][] {
    return [...this.#objects.values()]
      .filter((one) => one.kind === kind)
      .map(({ object }) => object) as Kinds[K][];
  }

  /** @throws PaypalAnswerError 404 */
  orderOf(captureId: string): Order {
    const order = this.all('order').find(({ capture }) => capture?.id === captureId);
    if (!order) throw notFound();
    return order;
  }
}

export const cents = ({ value }: Money): number => Math.round(Number(value) * 100);
export const dollars = (amount: number): Money => ({
  currency_code: 'USD',
  value: (amount / 100).toFixed(2),
});

export const refundedOf = (refunds: readonly Refund[]): number =>
  refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, { amount }) => sum + cents(amount), 0);
