/**
 * Types of PayPal's API in the spelling that is sent: those of the server SDK, which uses another case, and those of
 * the published OpenAPI specifications (github.com/paypal/paypal-rest-api-specifications) for APIs that the SDK lacks.
 */
import type * as sdk from '@paypal/paypal-server-sdk';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A type of the SDK in the spelling of the JSON. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Name in keyof T as SnakeCase<Name & string>]: Wire<T[Name]> }
      : T;

export type OrderRequest = Wire<sdk.OrderRequest>;
export type OrderCaptureRequest = Wire<sdk.OrderCaptureRequest>;
export type Patch = Wire<sdk.Patch>;
export type RefundRequest = Wire<sdk.RefundRequest>;
export type PlanRequest = Wire<sdk.PlanRequest>;
export type SubscriptionRequest = Wire<sdk.CreateSubscriptionRequest>;
export type SubscriptionRevision = Wire<sdk.ModifySubscriptionRequest>;
export type SubscriptionReason = Wire<sdk.CancelSubscriptionRequest | sdk.SuspendSubscription>;

interface Money {
  readonly currency_code: string;
  readonly value: string;
}
interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method?: string;
}

/** `error` of every specification. Payouts name the earlier batch in `link`, as PayPal's documentation shows. */
export interface ApiError {
  readonly name: string;
  readonly message: string;
  readonly debug_id: string;
  readonly information_link?: string;
  readonly details?: readonly {
    readonly field?: string;
    readonly value?: string;
    readonly location?: string;
    readonly issue: string;
    readonly description?: string;
    readonly link?: readonly Link[];
  }[];
  readonly links?: readonly Link[];
}

/** `dispute_info` of customer_disputes_v1. */
interface ListedDispute {
  readonly dispute_id?: string;
  readonly create_time?: string;
  readonly update_time?: string;
  readonly reason?: string;
  readonly status?: string;
  readonly dispute_state?: string;
  readonly dispute_amount?: Money;
  readonly dispute_life_cycle_stage?: string;
  readonly dispute_channel?: string;
  readonly buyer_response_due_date?: string;
  readonly seller_response_due_date?: string;
  readonly links?: readonly Link[];
}

/** `dispute` of customer_disputes_v1. */
export interface Dispute extends Omit<ListedDispute, 'dispute_state'> {
  readonly disputed_transactions?: readonly {
    readonly buyer_transaction_id?: string;
    readonly seller_transaction_id?: string;
    readonly reference_id?: string;
    readonly create_time?: string;
    readonly transaction_status?: string;
    readonly gross_amount?: Money;
    readonly invoice_number?: string;
    readonly custom?: string;
  }[];
  readonly external_reason_code?: string;
  readonly dispute_outcome?: { readonly outcome_code?: string; readonly amount_refunded?: Money };
  readonly money_movements?: readonly unknown[];
  readonly adjudications?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly evidences?: readonly unknown[];
  readonly refund_details?: { readonly allowed_refund_amount?: Money };
}

/** `dispute_search` of customer_disputes_v1. */
export interface DisputeSearch {
  readonly items?: readonly ListedDispute[];
  readonly links?: readonly Link[];
}

/** `evidence` of customer_disputes_v1. */
export interface Evidences {
  readonly evidences: readonly {
    readonly evidence_type?: string;
    readonly evidence_info?: unknown;
    readonly documents?: readonly unknown[];
    readonly notes?: string;
  }[];
}

interface AmountV1 {
  readonly total: string;
  readonly currency: string;
  readonly details?: unknown;
}
interface CurrencyV1 {
  readonly currency: string;
  readonly value: string;
}

/** `sale` of payments_payment_v1. */
export interface Sale {
  readonly id?: string;
  readonly amount?: AmountV1;
  readonly state?: string;
  readonly reason_code?: string;
  readonly payment_mode?: string;
  readonly protection_eligibility?: string;
  readonly protection_eligibility_type?: string;
  readonly transaction_fee?: CurrencyV1;
  readonly parent_payment?: string;
  readonly billing_agreement_id?: string;
  readonly create_time?: string;
  readonly update_time?: string;
  readonly links?: readonly Link[];
}

/** `refund_request` of payments_payment_v1. */
export interface SaleRefundRequest {
  readonly amount?: AmountV1;
  readonly description?: string;
  readonly reason?: string;
  readonly invoice_number?: string;
}

/** `detailed_refund` of payments_payment_v1. */
export interface SaleRefund extends SaleRefundRequest {
  readonly id?: string;
  readonly state?: string;
  readonly sale_id?: string;
  readonly capture_id?: string;
  readonly parent_payment?: string;
  readonly create_time?: string;
  readonly update_time?: string;
  readonly links?: readonly Link[];
  readonly custom?: string;
  readonly refund_from_transaction_fee?: CurrencyV1;
  readonly refund_from_received_amount?: CurrencyV1;
  readonly total_refunded_amount?: CurrencyV1;
}

/** `product_request_POST` of catalogs_products_v1. */
export interface ProductRequest {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  readonly type: 'PHYSICAL' | 'DIGITAL' | 'SERVICE';
  readonly category?: string;
}

/** `create_payout_request` of payments_payouts_batch_v1. */
export interface PayoutRequest {
  readonly sender_batch_header: {
    readonly sender_batch_id?: string;
    readonly recipient_type?: string;
    readonly email_subject?: string;
    readonly email_message?: string;
    readonly note?: string;
  };
  readonly items: readonly PayoutItem[];
}

interface PayoutItem {
  readonly recipient_type?: string;
  readonly amount: { readonly currency: string; readonly value: string };
  readonly note?: string;
  readonly receiver: string;
  readonly sender_item_id?: string;
}

/** `payout_batch` of payments_payouts_batch_v1. */
export interface PayoutBatch {
  readonly total_items?: number;
  readonly total_pages?: number;
  readonly batch_header?: {
    readonly payout_batch_id: string;
    readonly batch_status: string;
    readonly time_created?: string;
    readonly time_completed?: string;
    readonly sender_batch_header: PayoutRequest['sender_batch_header'];
  };
  readonly items?: readonly {
    readonly payout_item_id: string;
    readonly transaction_id?: string;
    readonly transaction_status?: string;
    readonly payout_batch_id: string;
    readonly payout_item: PayoutItem;
    readonly time_processed?: string;
    readonly errors?: ApiError;
    readonly links?: readonly Link[];
  }[];
  readonly links?: readonly Link[];
}

/** `webhook` of notifications_webhooks_v1. */
export interface Webhook {
  readonly id?: string;
  readonly url: string;
  readonly event_types: readonly {
    readonly name: string;
    readonly description?: string;
    readonly status?: string;
  }[];
  readonly links?: readonly Link[];
}
