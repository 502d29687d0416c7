/** Endpoints for disputes, the list of transactions, and webhooks. */
import { z } from 'zod';
import { type Context, type Endpoint, endpoint, none, text } from './paypal-endpoint.ts';
import { PaypalAnswerError, refused } from './paypal-errors.ts';
import { cents, type Dispute, dollars, type Money, type Refund, refundedOf } from './paypal-store.ts';

export const WEBHOOK_ID = '8PT597110X687430LKGECATA';
const SPAN_MS = 31 * 86_400_000;

const search = z
  .strictObject({
    start_date: z.iso.datetime(),
    end_date: z.iso.datetime(),
    fields: z.literal('transaction_info'),
    page_size: z.coerce.number().int().min(1).max(500),
    page: z.coerce.number().int().min(1),
  })
  .refine((one) => Date.parse(one.end_date) - Date.parse(one.start_date) <= SPAN_MS);

export const evidences = z.strictObject({
  evidences: z.tuple([z.strictObject({ evidence_type: z.literal('OTHER'), notes: text(2000) })]),
});

/** Transaction Search writes times in another format than the other APIs. */
const searchTime = (time: string): string => time.replace(/\.\d+Z$/, '+0000');

/** Transaction Search writes statuses as letters. */
const SEARCH_STATUSES = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D' } as const;

export function transactionsOf({ store }: Context) {
  const info = (id: string, code: string, time: string, amount: Money, of?: string, status = 'S') => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_status: status,
      transaction_initiation_date: searchTime(time),
      transaction_amount: amount,
      ...(of !== undefined && { paypal_reference_id: of, paypal_reference_id_type: 'TXN' }),
    },
  });
  const negative = ({ value, currency_code }: Money) => ({ currency_code, value: `-${value}` });
  const refundsOf = (refunds: readonly Refund[]) =>
    refunds.map(({ id, create_time, amount, of, isReversal, status }) =>
      info(id, isReversal ? 'T1106' : 'T1107', create_time, negative(amount), of, SEARCH_STATUSES[status]),
    );
  return [
    ...store
      .all('order')
      .flatMap(({ capture, amount, refunds }) =>
        capture?.status === 'COMPLETED'
          ? [info(capture.id, 'T0006', capture.create_time, amount), ...refundsOf(refunds)]
          : [],
      ),
    ...store
      .all('sale')
      .flatMap(({ id, time, amount, refunds }) => [info(id, 'T0002', time, amount), ...refundsOf(refunds)]),
    // A withdrawal to the bank, and a transaction without an amount.
    info('9W000', 'T0400', store.time, dollars(-100)),
    {
      transaction_info: {
        ...info('9W001', 'T9900', store.time, dollars(1)).transaction_info,
        transaction_amount: undefined,
      },
    },
  ];
}

export const accountEndpoints: readonly Endpoint[] = [
  endpoint('GET /v1/reporting/transactions', search, (context, query) => {
    const all = transactionsOf(context).filter(
      ({ transaction_info: { transaction_initiation_date: at } }) => {
        return Date.parse(at) >= Date.parse(query.start_date) && Date.parse(at) <= Date.parse(query.end_date);
      },
    );
    const start = (query.page - 1) * query.page_size;
    return {
      transaction_details: all.slice(start, start + query.page_size),
      total_items: all.length,
      total_pages: Math.ceil(all.length / query.page_size),
    };
  }),
  endpoint('GET /v1/notifications/webhooks/:id', none, ({ url, store }, _query, id) => {
    if (id !== WEBHOOK_ID) throw new PaypalAnswerError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return { id, url: `${url()}/webhooks`, event_types: store.webhookEvents.map((name) => ({ name })) };
  }),
  endpoint(
    'GET /v1/customer/disputes',
    z.strictObject({ disputed_transaction_id: z.string().regex(/^[0-9A-Z_]+$/) }),
    (context, { disputed_transaction_id: of }) => {
      const found = context.store.all('dispute').filter(({ transactionId }) => transactionId === of);
      return found.length > 0
        ? { items: found.map((one) => listedDisputeJson(context, one)), links: [] }
        : { links: [] };
    },
  ),
  endpoint('GET /v1/customer/disputes/:id', none, (context, _query, id) =>
    disputeJson(context, context.store.get('dispute', id)),
  ),
  endpoint(
    'POST /v1/customer/disputes/:id/provide-evidence',
    evidences,
    (context, { evidences: [{ notes }] }, id) => {
      const found = context.store.get('dispute', id);
      if (found.stage !== 'CHARGEBACK' || found.status === 'RESOLVED')
        throw refused('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE');
      found.said.push(notes);
      found.status = 'UNDER_REVIEW';
      context.emit('CUSTOMER.DISPUTE.UPDATED', 'dispute', disputeJson(context, found));
      return { links: [] };
    },
  ),
  endpoint(
    'POST /v1/customer/disputes/:id/send-message',
    z.strictObject({ message: text(2000) }),
    (context, { message }, id) => {
      const found = context.store.get('dispute', id);
      if (found.stage !== 'INQUIRY' || found.status === 'RESOLVED')
        throw refused('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE');
      found.said.push(message);
      return { links: [] };
    },
  ),
];

/** Lists contain no transactions and no outcomes. */
export function listedDisputeJson(context: Context, of: Dispute) {
  const { disputed_transactions: _, dispute_outcome: __, ...listed } = disputeJson(context, of);
  return listed;
}

export function disputeJson({ url }: Context, of: Dispute) {
  const { id, transactionId, amount, create_time, update_time, stage, status, outcome, refunded } = of;
  const action =
    stage === 'INQUIRY' ? ['send_message', 'send-message'] : ['provide_evidence', 'provide-evidence'];
  return {
    dispute_id: id,
    create_time,
    update_time,
    status,
    reason: 'UNAUTHORISED',
    dispute_life_cycle_stage: stage,
    dispute_amount: amount,
    disputed_transactions: [{ seller_transaction_id: transactionId }],
    ...(status === 'WAITING_FOR_SELLER_RESPONSE' && { seller_response_due_date: '2031-03-13T12:00:00.000Z' }),
    ...(outcome !== null && {
      dispute_outcome: { outcome_code: outcome, ...(refunded && { amount_refunded: refunded }) },
    }),
    links:
      status === 'RESOLVED'
        ? []
        : [{ rel: action[0], href: `${url()}/v1/customer/disputes/${id}/${action[1]}` }],
  };
}

export const refundsOf = ({ store }: Context): Refund[] => [
  ...store.all('order').flatMap(({ refunds }) => refunds),
  ...store.all('sale').flatMap(({ refunds }) => refunds),
];

/** The part of a payment that can still be refunded, in cents. */
export const leftOf = (context: Context, transactionId: string): number =>
  cents(amountOf(context, transactionId)) -
  refundedOf(refundsOf(context).filter(({ of }) => of === transactionId)) -
  takenByBanks(context, transactionId);

const takenByBanks = ({ store }: Context, of: string): number =>
  store
    .all('dispute')
    .filter(({ transactionId }) => transactionId === of)
    .reduce((sum, { bankCents }) => sum + bankCents, 0);

export const amountOf = ({ store }: Context, transactionId: string): Money => {
  const sale = store.all('sale').find(({ id }) => id === transactionId);
  const { amount } = sale ?? store.orderOf(transactionId);
  return dollars(cents(amount));
};
