/** Endpoints for payouts, and for the account that has logged in with PayPal. */
import { z } from 'zod';
import { type Context, type Endpoint, endpoint, money, none, text } from './paypal-endpoint.ts';
import { PaypalAnswerError } from './paypal-errors.ts';
import type { Batch } from './paypal-store.ts';

export const payout = z.strictObject({
  sender_batch_header: z.strictObject({ sender_batch_id: text(256) }),
  items: z.tuple([
    z.strictObject({
      recipient_type: z.literal('PAYPAL_ID'),
      receiver: z.string().regex(/^[A-Z0-9]{13}$/),
      amount: z.strictObject({ currency: money.shape.currency_code, value: money.shape.value }),
      sender_item_id: text(63),
    }),
  ]),
});

export const payoutEndpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payments/payouts', payout, (context, { sender_batch_header: header, items: [item] }) => {
    const { store, url } = context;
    const earlier = store.all('batch').find((one) => one.sender_batch_id === header.sender_batch_id);
    if (earlier) {
      const issue = 'Batch with given sender_batch_id already exists';
      const link = [{ rel: 'self', href: `${url()}/v1/payments/payouts/${earlier.id}` }];
      throw new PaypalAnswerError(400, 'USER_BUSINESS_ERROR', issue, 'SENDER_BATCH_ID', link);
    }
    const { batch_header } = batchJson(
      store.add('batch', {
        sender_batch_id: header.sender_batch_id,
        receiver: item.receiver,
        amount: item.amount,
        status: 'PENDING',
        time_created: store.time,
        reason: null,
      }),
    );
    return { batch_header };
  }),
  endpoint('GET /v1/payments/payouts/:id', none, ({ store }, _query, id) =>
    batchJson(store.get('batch', id)),
  ),
  endpoint(
    'GET /v1/identity/oauth2/userinfo',
    z.strictObject({ schema: z.literal('paypalv1.1') }),
    ({ store }, _query, _id, token) => {
      const payer_id = store.payers.get(token);
      if (payer_id === undefined) throw new PaypalAnswerError(403, 'NOT_AUTHORIZED', 'PERMISSION_DENIED');
      return {
        user_id: 'https://www.paypal.com/webapps/auth/identity/user/1',
        payer_id,
        verified_account: 'true',
      };
    },
  ),
];

export function batchJson({ id, sender_batch_id, status, time_created, reason, amount, receiver }: Batch) {
  const isDenied = status === 'DENIED';
  return {
    batch_header: {
      payout_batch_id: id,
      batch_status: isDenied ? 'DENIED' : status === 'PENDING' ? 'PENDING' : 'SUCCESS',
      time_created,
      sender_batch_header: { sender_batch_id },
    },
    // While a batch is pending, PayPal may not list its items yet.
    items: isDenied
      ? []
      : [
          {
            payout_item_id: `8A${id}`,
            payout_batch_id: id,
            transaction_status: status,
            payout_item: { receiver, amount, sender_item_id: sender_batch_id },
            ...(status !== 'PENDING' && { time_processed: time_created }),
            ...(reason !== null && { errors: { name: 'RECEIVER_UNREGISTERED', message: reason } }),
          },
        ],
  };
}

export function settleBatch(
  { store, emit }: Context,
  id: string,
  status: Batch['status'],
  reason: string | null,
) {
  const batch = store.get('batch', id);
  batch.status = status;
  batch.reason = reason;
  if (status === 'DENIED') {
    emit('PAYMENT.PAYOUTSBATCH.DENIED', 'payouts', { batch_header: { payout_batch_id: id } });
  } else {
    const [item = {}] = batchJson(batch).items;
    emit(`PAYMENT.PAYOUTS-ITEM.${status === 'SUCCESS' ? 'SUCCEEDED' : status}`, 'payouts_item', item);
  }
}
