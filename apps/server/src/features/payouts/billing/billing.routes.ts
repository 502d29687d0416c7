import { exportPayments, getReceipt, listPayments, type Payment } from '@tributary/contracts/payouts';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#features/payments/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Billing } from './billing.service.ts';

export function billingRoutes(app: FastifyInstance, billing: Billing): void {
  route(app, listPayments, ({ caller, query: { cursor, ...filter } }) =>
    billing.list(caller.userId, filter, cursor),
  );
  route(app, getReceipt, ({ caller, params }) => billing.receipt(caller.userId, params.id));
  route(app, exportPayments, ({ caller, query, reply }) =>
    sendCsv<Payment>(reply, 'payments.csv', {
      pages: (cursor) => billing.list(caller.userId, query, cursor),
      columns: {
        receipt: ({ receiptNumber }) => receiptNumber,
        at: ({ paidAt }) => paidAt,
        for: ({ purpose }) => purpose,
        description: ({ description }) => description,
        to: ({ creator }) => creator?.username ?? null,
        status: ({ status }) => status,
        amount: ({ amount }) => toDecimal(amount),
        refunded: ({ refundedAmount }) => toDecimal(refundedAmount),
        currency: ({ currency }) => currency,
        method: ({ provider }) => provider,
      },
    }),
  );
}
