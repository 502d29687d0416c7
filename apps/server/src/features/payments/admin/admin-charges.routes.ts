import {
  type AdminCharge,
  closeRefund,
  exportCharges,
  getCharge,
  listCharges,
  listDisputes,
  listRefunds,
  refundCharge,
  submitEvidence,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import { toDecimal } from '../ledger/amounts.ts';
import type { MoneyAdmin } from './money-admin.service.ts';

export function adminChargeRoutes(app: FastifyInstance, admin: MoneyAdmin, recordExport: RecordExport): void {
  const { charges, refunds, disputes } = admin;
  route(app, listCharges, ({ query }) => charges.list(query));
  route(app, exportCharges, async ({ query, reply, actor }) => {
    await recordExport(actor, 'charges', query);
    return sendCsv<AdminCharge>(reply, 'charges.csv', {
      pages: (cursor) => charges.list({ ...query, cursor }),
      columns: CHARGE,
    });
  });
  route(app, getCharge, ({ params }) => admin.detailsOf(params.id));
  route(app, refundCharge, ({ params, body, actor }) => refunds.request(actor, params.id, body));
  route(app, closeRefund, ({ params, body, actor }) => refunds.close(actor, params.id, body.reason));
  route(app, listRefunds, ({ query }) => refunds.list(query));
  route(app, listDisputes, ({ query }) => disputes.list(query));
  route(app, submitEvidence, ({ params, body, actor }) =>
    disputes.submitEvidence(actor, params.id, body.evidence),
  );
}

const CHARGE = {
  id: ({ id }: AdminCharge) => id,
  at: ({ capturedAt }: AdminCharge) => capturedAt,
  provider: ({ provider }: AdminCharge) => provider,
  payment: ({ paymentId }: AdminCharge) => paymentId,
  purpose: ({ purpose }: AdminCharge) => purpose,
  from: ({ payer }: AdminCharge) => payer?.username ?? null,
  to: ({ creator }: AdminCharge) => creator?.username ?? null,
  amount: ({ amount }: AdminCharge) => toDecimal(amount),
  fee: ({ platformFee }: AdminCharge) => toDecimal(platformFee),
  net: ({ netAmount }: AdminCharge) => toDecimal(netAmount),
  taken_back: ({ takenBack }: AdminCharge) => toDecimal(takenBack),
  returned_fee: ({ returnedFee }: AdminCharge) => toDecimal(returnedFee),
  currency: ({ currency }: AdminCharge) => currency,
  status: ({ status }: AdminCharge) => status,
};
