/**
 * Objects and events of Stripe with the names of fields and the forms of values that its published fixtures have
 * (github.com/stripe/openapi, openapi/fixtures3.json at f6c2a48f, MIT licence), in the states that this instance reads.
 * Fields that neither the adapter nor the local server has are left out, but for some that show that they are ignored.
 */
const AT = 1_721_948_530;
const CHECKOUT = { checkout_id: '019a0000-0000-7000-8000-000000000001' };

const list = <Item>(url: string, ...data: Item[]) => ({ object: 'list', has_more: false, url, data });

export const balanceTransaction = {
  id: 'txn_1PgaxNB7WZ01zgkWEV3TLf40',
  object: 'balance_transaction',
  amount: 1099,
  fee: 62,
  net: 1037,
  currency: 'usd',
  created: AT,
  available_on: AT,
  type: 'charge',
  reporting_category: 'charge',
  source: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  status: 'available',
  fee_details: [],
  exchange_rate: null,
};

/** A charge with `balance_transaction` expanded, which the adapter does not read. */
export const charge = {
  id: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  object: 'charge',
  livemode: false,
  created: AT,
  metadata: {},
  amount: 1099,
  amount_captured: 1099,
  amount_refunded: 0,
  currency: 'usd',
  captured: true,
  paid: true,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  refunded: false,
  balance_transaction: balanceTransaction,
  billing_details: { email: null, name: 'Jenny Rosen' },
  payment_intent: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
  payment_method: 'card_1PgaftB7WZ01zgkWm3waTcFp',
  customer: null,
  disputed: false,
  failure_code: null,
  status: 'succeeded',
  source_transfer: null,
  transfer_data: { amount: null, destination: { id: 'acct_1PgafTB7WZ01zgkW', object: 'account' } },
  refunds: list('/v1/charges/ch_1PgafuB7WZ01zgkWXYmPNZs8/refunds'),
};

/** Charges with a destination also have this field, according to the definition of the API. */
export const directCharge = { ...charge, transfer: 'tr_1Pgc7BB7WZ01zgkWVJfE40RX' };

/** A payment with `latest_charge` expanded. */
export const paymentIntent = {
  id: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
  object: 'payment_intent',
  livemode: false,
  created: AT,
  amount: 1099,
  amount_capturable: 0,
  amount_received: 1099,
  amount_details: { tip: {} },
  currency: 'usd',
  application_fee_amount: null,
  canceled_at: null,
  capture_method: 'automatic',
  customer: null,
  last_payment_error: null,
  metadata: CHECKOUT,
  payment_method_types: ['card'],
  status: 'succeeded',
  // The amount is optional according to the definition of the API.
  transfer_data: { amount: 990, destination: { id: 'acct_1PgafTB7WZ01zgkW', object: 'account' } },
  latest_charge: charge,
};

/** A declined payment. Errors have no message in some of Stripe's answers. */
export const declinedPaymentIntent = {
  ...paymentIntent,
  amount_received: 0,
  latest_charge: null,
  status: 'requires_payment_method',
  last_payment_error: { type: 'card_error' },
};

export const refund = {
  id: 're_1Pgc72B7WZ01zgkWqPvrRrPE',
  object: 'refund',
  amount: 100,
  currency: 'usd',
  created: AT,
  balance_transaction: null,
  charge: charge.id,
  payment_intent: paymentIntent.id,
  metadata: {},
  destination_details: { card: { type: 'reversal' }, type: 'card' },
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  status: 'succeeded',
};

export const dispute = {
  id: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
  object: 'dispute',
  livemode: false,
  amount: 1000,
  currency: 'usd',
  balance_transactions: [],
  charge: charge.id,
  created: AT,
  is_charge_refundable: false,
  metadata: {},
  evidence: { receipt: null, uncategorized_file: null, uncategorized_text: null, enhanced_evidence: {} },
  evidence_details: {
    due_by: 1_723_679_999,
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    enhanced_eligibility: {},
  },
  payment_intent: paymentIntent.id,
  reason: 'general',
  status: 'needs_response',
};

/** The dispute of the fixture: an inquiry that does not name its payment. */
export const inquiry = { ...dispute, payment_intent: null, status: 'warning_needs_response' };

export const session = {
  id: 'cs_test_a1YS1URlnyQCN5fUUduORoQ7Pw41PJqDWkIVQCpJPqkfIhd6tVY8XB1OLY',
  object: 'checkout.session',
  livemode: false,
  created: AT,
  expires_at: AT + 1800,
  amount_subtotal: 1099,
  amount_total: 1099,
  automatic_tax: { enabled: false, status: null },
  currency: 'usd',
  client_reference_id: null,
  cancel_url: 'https://example.com/cancel',
  success_url: 'https://example.com/success',
  custom_fields: [],
  customer: null,
  customer_email: null,
  customer_details: { email: 'example@example.com', name: null },
  invoice: null,
  metadata: CHECKOUT,
  mode: 'payment',
  payment_intent: paymentIntent,
  subscription: null,
  payment_method_types: ['card'],
  payment_status: 'paid',
  status: 'complete',
  ui_mode: null,
  url: null,
};

export const price = {
  id: 'price_1PgafmB7WZ01zgkW6dKueIc5',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: AT,
  currency: 'usd',
  product: 'prod_QXg1hqf4jFNsqG',
  type: 'recurring',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null },
  unit_amount: 2000,
  unit_amount_decimal: '2000',
};

export const product = {
  id: 'prod_QXg1hqf4jFNsqG',
  object: 'product',
  livemode: false,
  created: AT,
  active: true,
  description: null,
  metadata: {},
  name: 'My Product',
  type: 'service',
  updated: AT,
  url: null,
};

export const customer = {
  id: 'cus_QXg1o8vcGmoR32',
  object: 'customer',
  livemode: false,
  created: AT,
  balance: 0,
  currency: 'usd',
  delinquent: false,
  email: null,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
};

const END = AT + 31 * 86_400;

/** A subscription with `customer` expanded, canceled in the customer portal. */
export const subscription = {
  id: 'sub_1Pgc6rB7WZ01zgkWNy0Cn5nw',
  object: 'subscription',
  livemode: false,
  created: AT,
  customer,
  application_fee_percent: null,
  billing_cycle_anchor: AT,
  cancel_at: END,
  cancel_at_period_end: false,
  canceled_at: AT,
  ended_at: null,
  currency: 'usd',
  collection_method: 'charge_automatically',
  cancellation_details: { comment: null, feedback: null, reason: 'cancellation_requested' },
  items: list('/v1/subscription_items?subscription=sub_1Pgc6rB7WZ01zgkWNy0Cn5nw', {
    id: 'si_QXhVBoJ7NQdNXh',
    object: 'subscription_item',
    created: AT,
    metadata: {},
    price,
    quantity: 1,
    current_period_start: AT,
    current_period_end: END,
    subscription: 'sub_1Pgc6rB7WZ01zgkWNy0Cn5nw',
  }),
  latest_invoice: 'in_1Pgc6tB7WZ01zgkWu9fdqL6I',
  metadata: CHECKOUT,
  status: 'active',
  transfer_data: { amount_percent: null, destination: { id: 'acct_1PgafTB7WZ01zgkW', object: 'account' } },
  start_date: AT,
  trial_start: null,
  trial_end: null,
};

export const invoicePayment = {
  id: 'inpay_1Pgc6tB7WZ01zgkW',
  object: 'invoice_payment',
  livemode: false,
  created: AT,
  amount_paid: 2000,
  amount_requested: 2000,
  currency: 'usd',
  is_default: true,
  status: 'paid',
  invoice: 'in_1Pgc6tB7WZ01zgkWu9fdqL6I',
  status_transitions: { canceled_at: null, paid_at: AT },
  payment: { type: 'payment_intent', payment_intent: paymentIntent.id },
};

/** An invoice with `payments` expanded. */
export const invoice = {
  id: 'in_1Pgc6tB7WZ01zgkWu9fdqL6I',
  object: 'invoice',
  livemode: false,
  created: AT,
  currency: 'usd',
  amount_due: 2000,
  amount_paid: 2000,
  amount_remaining: 0,
  attempt_count: 1,
  attempted: true,
  billing_reason: 'subscription_create',
  customer: customer.id,
  metadata: {},
  number: null,
  lines: list('/v1/invoices/in_1Pgc6tB7WZ01zgkWu9fdqL6I/lines', {
    id: 'il_1Pgc6sB7WZ01zgkW',
    object: 'line_item',
    amount: 2000,
    currency: 'usd',
    metadata: {},
    period: { start: AT, end: END },
  }),
  parent: {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: CHECKOUT, subscription: subscription.id },
  },
  period_start: AT,
  period_end: AT,
  status: 'paid',
  subtotal: 2000,
  total: 2000,
  payments: list('/v1/invoice_payments', invoicePayment),
};

/** An invoice of another system on the account, written by hand. */
export const manualInvoice = {
  ...invoice,
  billing_reason: 'manual',
  payments: list('/v1/invoice_payments'),
  parent: { type: 'quote_details', quote_details: { quote: 'quote' }, subscription_details: null },
};

export const account = {
  id: 'acct_1PgafTB7WZ01zgkW',
  object: 'account',
  created: AT,
  type: 'standard',
  country: 'US',
  business_type: null,
  email: 'site@stripe.com',
  default_currency: 'usd',
  metadata: {},
  capabilities: { card_payments: 'active', transfers: 'active' },
  controller: { type: 'account' },
  charges_enabled: false,
  details_submitted: false,
  payouts_enabled: false,
  requirements: {
    alternatives: [],
    current_deadline: null,
    disabled_reason: 'requirements.past_due',
    errors: [],
    currently_due: ['business_profile.product_description'],
    past_due: [],
    pending_verification: [],
    eventually_due: ['business_profile.product_description'],
  },
  settings: {
    dashboard: { display_name: null, timezone: 'Etc/UTC' },
    payouts: { debit_negative_balances: true, schedule: { delay_days: 2, interval: 'daily' } },
  },
};

export const transfer = {
  id: 'tr_1Pgc7BB7WZ01zgkWVJfE40RX',
  object: 'transfer',
  livemode: false,
  created: AT,
  amount: 1100,
  amount_reversed: 0,
  balance_transaction: balanceTransaction.id,
  currency: 'usd',
  description: null,
  destination: account.id,
  destination_payment: 'py_QXhWZR8SdWquhf',
  source_type: 'card',
  metadata: { payout_id: '019a0000-0000-7000-8000-000000000002' },
  reversed: false,
  reversals: list('/v1/transfers/tr_1Pgc7BB7WZ01zgkWVJfE40RX/reversals'),
  source_transaction: null,
  transfer_group: null,
};

export const transferReversal = {
  id: 'trr_1Pgc7BB7WZ01zgkWsU61ufNC',
  object: 'transfer_reversal',
  amount: 1100,
  created: AT,
  balance_transaction: null,
  currency: 'usd',
  destination_payment_refund: null,
  metadata: {},
  source_refund: null,
  transfer: transfer.id,
};

export const applicationFee = {
  id: 'fee_1Pgc6zB7WZ01zgkWOMh2at1m',
  object: 'application_fee',
  livemode: false,
  created: AT,
  account: account.id,
  amount: 100,
  amount_refunded: 0,
  charge: charge.id,
  currency: 'usd',
};

/** A payout of Stripe to the platform's bank, which this instance ignores. */
export const payout = {
  id: 'po_1Pgc79B7WZ01zgkWu1KToYf4',
  object: 'payout',
  livemode: false,
  created: AT,
  amount: 1100,
  arrival_date: AT,
  automatic: true,
  currency: 'usd',
  destination: 'ba_1Pgc79B7WZ01zgkWoU5vBiXt',
  metadata: {},
  method: 'standard',
  source_type: 'card',
  status: 'in_transit',
  type: 'bank_account',
};

/** Events of connected accounts also have the field `account`, according to Stripe's documentation of Connect. */
export const eventOf = (type: string, object: { readonly id: string; readonly object: string }) => ({
  id: 'evt_1Pgc76B7WZ01zgkWwyRHS12y',
  object: 'event',
  api_version: null,
  created: AT,
  livemode: false,
  data: { object },
  pending_webhooks: 0,
  request: { id: null, idempotency_key: null },
  type,
});
