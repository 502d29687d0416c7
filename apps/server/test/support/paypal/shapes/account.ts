/**
 * PayPal's answers about the account: its transactions, payouts, webhooks and errors. Names of fields and forms of
 * values are those of PayPal's published specifications (github.com/paypal/paypal-rest-api-specifications at ec4d8f36,
 * Apache License 2.0: reporting_transactions_v1, payments_payouts_batch_v1 and notifications_webhooks_v1) and of the
 * page about logging in with PayPal (https://developer.paypal.com/docs/api/identity/v1/#userinfo_get).
 */
import type * as sdk from '@paypal/paypal-server-sdk';
import type {
  ApiError,
  PayoutBatch,
  Webhook,
  Wire,
} from '#features/payments/providers/paypal/paypal-types.ts';
import { CHECKOUT_ID, capture, link, reversal, usd } from './payments.ts';

const API = 'https://api-m.paypal.com';
const ORDER_ID = '5O190127TN364715T';

export const accessToken = {
  access_token: 'A21AAFEpH4PsADK7qSS7pSRsgzfENtu',
  token_type: 'Bearer',
  expires_in: 31_668,
  scope: `${API}/v1/payments/.*`,
} as const satisfies Wire<Omit<sdk.OAuthToken, 'expiresIn'>> & { readonly expires_in: number };

/** Offsets of times have no colon in PayPal's answers, unlike in its definition. */
const paid = {
  transaction_id: capture.id,
  transaction_event_code: 'T0006',
  transaction_initiation_date: '2018-09-11T23:24:19+0000',
  transaction_updated_date: '2018-09-11T23:24:19+0000',
  transaction_amount: usd('12.50'),
  fee_amount: usd('-0.93'),
  transaction_status: 'S',
  transaction_subject: 'Donation to Ada',
  ending_balance: usd('11.57'),
  available_balance: usd('11.57'),
  invoice_id: CHECKOUT_ID,
  custom_field: `checkout:${CHECKOUT_ID}`,
  protection_eligibility: '01',
  instrument_type: 'PAYPAL',
};

/** A payment and its reversal in the form of PayPal's list. */
export const transactionPage = {
  transaction_details: [
    { transaction_info: { ...paid, paypal_reference_id: ORDER_ID, paypal_reference_id_type: 'ODR' } },
    {
      transaction_info: {
        ...paid,
        transaction_id: reversal.id,
        paypal_reference_id: capture.id,
        paypal_reference_id_type: 'TXN',
        transaction_event_code: 'T1106',
        transaction_initiation_date: '2018-09-15T21:30:10+0000',
        transaction_amount: usd('-2.51'),
      },
    },
  ],
  account_number: 'XZXSPECPDZHZU',
  start_date: '2018-09-01T00:00:00+0000',
  end_date: '2018-09-30T23:59:59+0000',
  last_refreshed_datetime: '2018-10-01T05:59:59+0000',
  page: 1,
  total_items: 2,
  total_pages: 1,
  links: [link('self', 'GET', `${API}/v1/reporting/transactions?page=1`)],
} as const satisfies Wire<sdk.SearchResponse>;

const PAYOUT_ID = '019a0000-0000-7000-8000-000000000003';
const BATCH_ID = '5UXD2E8A7EBQJ';

export const payoutBatch = {
  total_items: 1,
  total_pages: 1,
  batch_header: {
    payout_batch_id: BATCH_ID,
    batch_status: 'SUCCESS',
    time_created: '2018-09-11T23:28:42Z',
    time_completed: '2018-09-11T23:29:42Z',
    sender_batch_header: { sender_batch_id: PAYOUT_ID },
  },
  items: [
    {
      payout_item_id: '8AELMXH8UB2P8',
      transaction_id: '0C413693MN970190K',
      transaction_status: 'RETURNED',
      payout_batch_id: BATCH_ID,
      payout_item: {
        recipient_type: 'PAYPAL_ID',
        amount: { currency: 'USD', value: '9.87' },
        note: 'Payout',
        receiver: 'QYR5Z8XDVJNXQ',
        sender_item_id: PAYOUT_ID,
      },
      time_processed: '2018-09-11T23:29:42Z',
      errors: {
        name: 'RECEIVER_UNREGISTERED',
        message: 'Receiver is unregistered',
        debug_id: '90957fca61718',
      },
      links: [link('item', 'GET', `${API}/v1/payments/payouts-item/8AELMXH8UB2P8`)],
    },
  ],
  links: [link('self', 'GET', `${API}/v1/payments/payouts/${BATCH_ID}`)],
} as const satisfies PayoutBatch;

export const webhook = {
  id: '0EH40505U7160970P',
  url: 'https://live.example.org/api/webhooks/paypal',
  event_types: [
    {
      name: 'PAYMENT.CAPTURE.COMPLETED',
      description: 'A payment capture completes.',
      status: 'ENABLED',
    },
  ],
  links: [link('self', 'GET', `${API}/v1/notifications/webhooks/0EH40505U7160970P`)],
} as const satisfies Webhook;

export const userInfo = {
  user_id: 'https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPxJRrhGHrnMJ-1PQKtX6pcsmA',
  payer_id: 'WDJJHEBZ4X2LY',
  verified_account: 'true',
} as const;

export const error = {
  name: 'UNPROCESSABLE_ENTITY',
  message:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  debug_id: '90957fca61718',
  information_link: 'https://developer.paypal.com/docs/api/payments/v2/#error-REFUND_AMOUNT_EXCEEDED',
  details: [
    {
      field: '/amount/value',
      value: '20.00',
      location: 'body',
      issue: 'REFUND_AMOUNT_EXCEEDED',
      description: 'The refund amount must be less than or equal to the capture amount that is left.',
      link: [link('self', 'GET', `${API}/v1/payments/payouts/${BATCH_ID}`)],
    },
  ],
  links: [link('information_link', 'GET', 'https://developer.paypal.com/docs/api/payments/v2/')],
} as const satisfies ApiError;
