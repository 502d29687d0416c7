/** Endpoints for payments, refunds and disputes of the local Stripe server. */
import { z } from 'zod';
import { endpoint, pageOf } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import { refund } from './stripe-ledger.ts';
import * as p from './stripe-parameters.ts';

const expandable = z.strictObject({ expand: p.expand });
const byPayment = { payment_intent: p.text.optional(), charge: p.text.optional() };

export const paymentParams = {
  refund: z.strictObject({
    payment_intent: p.text,
    amount: p.amount.optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    reverse_transfer: p.flag.default(false),
    refund_application_fee: p.flag.default(false),
    metadata: p.metadata.default({}),
    expand: p.expand,
  }),
  dispute: z.strictObject({
    evidence: z.strictObject({ uncategorized_text: p.text.max(20_000).optional() }).optional(),
    submit: p.flag.default(false),
    metadata: p.metadata.optional(),
    expand: p.expand,
  }),
};

export const paymentEndpoints = [
  endpoint('GET /v1/payment_intents', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/payment_intents', store.all('payment_intent'), page),
  ),
  endpoint('GET /v1/payment_intents/:id', expandable, ({ store }, _, id) => store.get('payment_intent', id)),
  endpoint(
    'GET /v1/charges',
    z.strictObject({
      ...p.pagination,
      ...byPayment,
      created: z
        .strictObject({ gt: p.integer, gte: p.integer, lt: p.integer, lte: p.integer })
        .partial()
        .default({}),
    }),
    ({ store }, { created: { gt = -1, gte = 0, lt = Infinity, lte = Infinity }, ...page }) => {
      const isIn = (at: number) => at > gt && at >= gte && at < lt && at <= lte;
      return pageOf(
        '/v1/charges',
        store.all('charge').filter(({ created }) => isIn(created)),
        page,
      );
    },
  ),
  endpoint('POST /v1/refunds', paymentParams.refund, ({ store, bank, emit }, params) => {
    const payment = store.get('payment_intent', params.payment_intent);
    if (payment.latest_charge === null)
      throw invalid('This PaymentIntent does not have a successful charge.');
    const charge = store.get('charge', payment.latest_charge);
    const created = refund(store, charge, {
      amount: params.amount ?? charge.amount - charge.amount_refunded,
      metadata: params.metadata,
      reversesTransfer: params.reverse_transfer,
      returnsFee: params.refund_application_fee,
      isPending: bank.refundsLater,
    });
    emit('refund.created', created);
    if (!bank.refundsLater) emit('charge.refunded', charge);
    return created;
  }),
  endpoint('GET /v1/refunds', z.strictObject({ ...p.pagination, ...byPayment }), ({ store }, params) =>
    pageOf(
      '/v1/refunds',
      store
        .all('refund')
        .filter((one) => one.payment_intent === (params.payment_intent ?? one.payment_intent)),
      params,
    ),
  ),
  endpoint('GET /v1/disputes', z.strictObject({ ...p.pagination, ...byPayment }), ({ store }, params) =>
    pageOf(
      '/v1/disputes',
      store
        .all('dispute')
        .filter((one) => one.payment_intent === (params.payment_intent ?? one.payment_intent)),
      params,
    ),
  ),
  endpoint('POST /v1/disputes/:id', paymentParams.dispute, ({ store, emit }, { evidence, submit }, id) => {
    const dispute = store.get('dispute', id);
    if (!dispute.status.endsWith('needs_response')) throw invalid('This dispute is already closed.');
    dispute.evidence = { uncategorized_text: evidence?.uncategorized_text ?? null };
    if (submit) {
      dispute.status = 'under_review';
      Object.assign(dispute.evidence_details, { has_evidence: true, submission_count: 1 });
    }
    emit('charge.dispute.updated', dispute);
    return dispute;
  }),
];
