/** Objects of Stripe's API, with the fields that the local server keeps. */
export type Metadata = Record<string, string>;

export interface Base<Kind extends string> {
  readonly id: string;
  readonly object: Kind;
  readonly created: number;
}

export interface Price {
  readonly id: string;
  readonly object: 'price';
  readonly currency: string;
  readonly unit_amount: number;
  readonly product: string;
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 };
}

interface Destination {
  readonly destination: string;
  /** The transferred part of the payment; by default the whole payment. */
  readonly amount?: number;
}

export interface Session extends Base<'checkout.session'> {
  readonly mode: 'payment' | 'subscription';
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly customer_email: string | null;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly expires_at: number;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  payment_intent: string | null;
  subscription: string | null;
  customer: string | null;
}

export interface PaymentIntent extends Base<'payment_intent'> {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly transfer_data: Destination | null;
  readonly application_fee_amount: number | null;
  amount_received: number;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; message: string } | null;
}

export interface Charge extends Base<'charge'> {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  captured: boolean;
  paid: boolean;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  application_fee: string | null;
  application_fee_amount: number | null;
  readonly transfer_data: { readonly destination: string; readonly amount: number | null } | null;
  /** Only charges with a destination have it. */
  transfer?: string;
}

export interface ApplicationFee extends Base<'application_fee'> {
  readonly account: string;
  readonly amount: number;
  readonly charge: string;
  amount_refunded: number;
}

export interface Refund extends Base<'refund'> {
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly metadata: Metadata;
  readonly transfer_reversal: string | null;
  /** The part of the fee that was returned, to undo it if the refund fails. It is not part of the API. */
  readonly returnedFee: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
}

export interface Dispute extends Base<'dispute'> {
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly reason: string;
  status:
    | 'needs_response'
    | 'under_review'
    | 'appeal_under_review'
    | 'won'
    | 'lost'
    | 'warning_needs_response';
  evidence: { uncategorized_text: string | null };
  evidence_details: { due_by: number | null; has_evidence: boolean; submission_count: number };
}

export interface Subscription extends Base<'subscription'> {
  readonly customer: string;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly transfer_data: { readonly destination: string; readonly amount_percent: number | null } | null;
  readonly trial_end: number | null;
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  latest_invoice: string | null;
  items: {
    object: 'list';
    has_more: false;
    data: [
      {
        id: string;
        object: 'subscription_item';
        price: Price;
        current_period_start: number;
        current_period_end: number;
      },
    ];
  };
}

export interface Invoice extends Base<'invoice'> {
  readonly customer: string;
  readonly amount_due: number;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly parent: {
    readonly type: 'subscription_details';
    readonly quote_details: null;
    readonly subscription_details: { readonly subscription: string; readonly metadata: Metadata };
  };
  readonly lines: {
    readonly object: 'list';
    readonly has_more: false;
    readonly data: readonly {
      id: string;
      object: 'line_item';
      amount: number;
      period: { start: number; end: number };
    }[];
  };
  amount_paid: number;
  status: 'open' | 'paid';
}

export interface InvoicePayment extends Base<'invoice_payment'> {
  readonly invoice: string;
  readonly amount_requested: number;
  readonly payment: { readonly type: 'payment_intent'; readonly payment_intent: string };
  status: 'open' | 'paid';
}

type CapabilityStatus = 'active' | 'inactive' | 'pending';

export interface Account extends Base<'account'> {
  readonly type: 'express';
  readonly country: string;
  readonly email: string | null;
  readonly metadata: Metadata;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  capabilities: { transfers: CapabilityStatus; card_payments?: CapabilityStatus };
  requirements: {
    currently_due: string[];
    errors: { code: string; reason: string; requirement: string }[];
    disabled_reason: string | null;
  };
}

export interface Transfer extends Base<'transfer'> {
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly metadata: Metadata;
  readonly transfer_group: string | null;
  amount_reversed: number;
  reversed: boolean;
}

export interface TransferReversal extends Base<'transfer_reversal'> {
  readonly amount: number;
  readonly transfer: string;
  readonly metadata: Metadata;
}

export interface Kinds {
  'checkout.session': Session;
  payment_intent: PaymentIntent;
  charge: Charge;
  application_fee: ApplicationFee;
  refund: Refund;
  dispute: Dispute;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  account: Account;
  transfer: Transfer;
  transfer_reversal: TransferReversal;
  product: Base<'product'> & { readonly name: string };
  customer: Base<'customer'> & { readonly email: string | null; balance: number };
}
export type Kind = keyof Kinds;
export type StripeObject = Kinds[Kind];
