/**
 * Plans, subscriptions and their payments with the names of fields and the forms of values of PayPal's published
 * specifications (github.com/paypal/paypal-rest-api-specifications at ec4d8f36, Apache License 2.0:
 * billing_subscriptions_v1 and payments_payment_v1). Fields about people and shipping are left out.
 */
import type * as sdk from '@paypal/paypal-server-sdk';
import type { Sale, SaleRefund, Wire } from '#features/payments/providers/paypal/paypal-types.ts';
import { CHECKOUT_ID, link, REFUND_REQUEST_ID, usd } from './payments.ts';

const API = 'https://api-m.paypal.com';
const SUBSCRIPTION_ID = 'I-BW452GLLEP1G';
const SALE_ID = '9T0916710M1105906';
const URL_OF = `${API}/v1/billing/subscriptions/${SUBSCRIPTION_ID}`;

export const plan = {
  id: 'P-5ML4271244454362WXNWU5NQ',
  product_id: 'TRIBUTARY-SUBSCRIPTIONS',
  name: 'Subscription: Gold',
  status: 'ACTIVE',
  billing_cycles: [
    {
      frequency: { interval_unit: 'DAY', interval_count: 7 },
      tenure_type: 'TRIAL',
      sequence: 1,
      total_cycles: 1,
    },
    {
      pricing_scheme: {
        version: 1,
        // Whole amounts have no decimals in the published examples.
        fixed_price: usd('5'),
        create_time: '2018-12-10T21:20:49Z',
        update_time: '2018-12-10T21:20:49Z',
      },
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 2,
      total_cycles: 0,
    },
  ],
  payment_preferences: {
    auto_bill_outstanding: false,
    setup_fee: usd('0'),
    setup_fee_failure_action: 'CONTINUE',
    payment_failure_threshold: 3,
  },
  quantity_supported: false,
  create_time: '2018-12-10T21:20:49Z',
  update_time: '2018-12-10T21:20:49Z',
  links: [link('self', 'GET', `${API}/v1/billing/plans/P-5ML4271244454362WXNWU5NQ`)],
} as const satisfies Wire<sdk.BillingPlan>;

/** The example answer of the specification to `POST /v1/billing/subscriptions`. */
export const createdSubscription = {
  id: SUBSCRIPTION_ID,
  status: 'APPROVAL_PENDING',
  status_update_time: '2018-12-10T21:20:49Z',
  plan_id: plan.id,
  plan_overridden: false,
  start_time: '2018-12-10T21:20:49Z',
  quantity: '1',
  custom_id: `checkout:${CHECKOUT_ID}`,
  create_time: '2018-12-10T21:20:49Z',
  links: [
    link(
      'approve',
      'GET',
      'https://www.paypal.com/webapps/billing/subscriptions?ba_token=BA-2M539689T3856352J',
    ),
    link('edit', 'PATCH', URL_OF),
    link('self', 'GET', URL_OF),
  ],
} as const satisfies Wire<sdk.Subscription>;

export const subscription = {
  ...createdSubscription,
  status: 'ACTIVE',
  status_change_note: 'The subscription continues.',
  shipping_amount: usd('0.0'),
  subscriber: { payer_id: '2J6QB8YJQSJRJ' },
  billing_info: {
    outstanding_balance: usd('0.0'),
    cycle_executions: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        cycles_completed: 1,
        cycles_remaining: 0,
        current_pricing_scheme_version: 1,
        total_cycles: 0,
      },
    ],
    last_payment: { amount: usd('5.0'), time: '2018-12-10T21:20:49Z' },
    next_billing_time: '2019-01-10T10:00:00Z',
    failed_payments_count: 0,
  },
  update_time: '2018-12-10T21:20:49Z',
} as const satisfies Wire<sdk.Subscription>;

export const failingSubscription = {
  ...subscription,
  billing_info: {
    ...subscription.billing_info,
    failed_payments_count: 2,
    last_failed_payment: {
      amount: usd('5.00'),
      time: '2019-01-10T10:00:00Z',
      reason_code: 'PAYMENT_DENIED',
      next_payment_retry_time: '2019-01-15T10:00:00Z',
    },
  },
} as const satisfies Wire<sdk.Subscription>;

export const suspendedSubscription = {
  ...subscription,
  status: 'SUSPENDED',
  status_change_note: 'The subscription ends with its period.',
} as const satisfies Wire<sdk.Subscription>;

export const canceledSubscription = {
  ...subscription,
  status: 'CANCELLED',
} as const satisfies Wire<sdk.Subscription>;

export const expiredSubscription = {
  ...subscription,
  status: 'EXPIRED',
} as const satisfies Wire<sdk.Subscription>;

/** The answer to a change of the price. */
export const revision = {
  plan_id: plan.id,
  plan_overridden: false,
  links: [
    link(
      'approve',
      'GET',
      'https://www.paypal.com/webapps/billing/subscriptions/update?ba_token=BA-2M539689T3856352J',
    ),
    link('self', 'GET', URL_OF),
  ],
} as const satisfies Wire<sdk.ModifySubscriptionResponse>;

export const transactions = {
  transactions: [
    {
      id: SALE_ID,
      status: 'PARTIALLY_REFUNDED',
      amount_with_breakdown: {
        gross_amount: usd('5.00'),
        fee_amount: usd('0.45'),
        net_amount: usd('4.55'),
      },
      payer_name: { given_name: 'Jane', surname: 'Doe' },
      payer_email: 'customer@example.com',
      time: '2018-12-10T21:20:49.000Z',
    },
    {
      id: '4XJ38475B2094215A',
      status: 'DECLINED',
      amount_with_breakdown: { gross_amount: usd('5.00') },
      time: '2019-01-10T10:00:00.000Z',
    },
  ],
  total_items: 2,
  total_pages: 1,
  links: [link('self', 'GET', `${URL_OF}/transactions`)],
} as const satisfies Wire<sdk.TransactionsList>;

export const sale = {
  id: SALE_ID,
  amount: { total: '5.00', currency: 'USD', details: { subtotal: '5.00' } },
  payment_mode: 'INSTANT_TRANSFER',
  state: 'partially_refunded',
  protection_eligibility: 'ELIGIBLE',
  protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
  transaction_fee: { value: '0.45', currency: 'USD' },
  parent_payment: 'PAY-1PA12106FU478450MKRETS4A',
  billing_agreement_id: SUBSCRIPTION_ID,
  create_time: '2018-12-10T21:20:49Z',
  update_time: '2018-12-10T21:20:49Z',
  links: [
    link('self', 'GET', `${API}/v1/payments/sale/${SALE_ID}`),
    link('refund', 'POST', `${API}/v1/payments/sale/${SALE_ID}/refund`),
  ],
} as const satisfies Sale;

/** PayPal withholds the money of a disputed payment. */
export const disputedSale = {
  ...sale,
  state: 'pending',
  reason_code: 'BUYER_COMPLAINT',
} as const satisfies Sale;

export const saleRefund = {
  id: '6YX43824R4443062K',
  amount: { total: '2.00', currency: 'USD' },
  state: 'completed',
  sale_id: SALE_ID,
  parent_payment: 'PAY-1PA12106FU478450MKRETS4A',
  invoice_number: `refund.${REFUND_REQUEST_ID}`,
  refund_from_transaction_fee: { value: '0.00', currency: 'USD' },
  refund_from_received_amount: { value: '2.00', currency: 'USD' },
  total_refunded_amount: { value: '2.00', currency: 'USD' },
  create_time: '2018-12-12T15:41:51Z',
  update_time: '2018-12-12T15:41:51Z',
  links: [
    link('self', 'GET', `${API}/v1/payments/refund/6YX43824R4443062K`),
    link('sale', 'GET', `${API}/v1/payments/sale/${SALE_ID}`),
  ],
} as const satisfies SaleRefund;
