import {
  type AdminPayout,
  exportAllPayouts,
  exportPayouts,
  listAllPayouts,
  listPayouts,
  type Payout,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import { toDecimal } from '../ledger/amounts.ts';
import type { Payouts } from './payouts.service.ts';

export function payoutRoutes(app: FastifyInstance, payouts: Payouts, recordExport: RecordExport): void {
  route(app, listPayouts, ({ caller, query }) => payouts.of(caller.userId, query));
  route(app, listAllPayouts, ({ query }) => payouts.all(query));

  route(app, exportPayouts, ({ caller, query, reply }) =>
    sendCsv(reply, 'payouts.csv', {
      pages: (cursor) => payouts.of(caller.userId, { ...query, cursor }),
      columns: PAYOUT,
    }),
  );
  route(app, exportAllPayouts, async ({ query, reply, actor }) => {
    await recordExport(actor, 'payouts', query);
    return sendCsv<AdminPayout>(reply, 'payouts.csv', {
      pages: (cursor) => payouts.all({ ...query, cursor }),
      columns: { ...PAYOUT, streamer: ({ streamer }) => streamer?.username ?? null },
    });
  });
}

const PAYOUT = {
  id: ({ id }: Payout) => id,
  from: ({ periodStart }: Payout) => periodStart,
  until: ({ periodEnd }: Payout) => periodEnd,
  due: ({ dueDate }: Payout) => dueDate,
  status: ({ status }: Payout) => status,
  amount: ({ amount }: Payout) => toDecimal(amount),
  currency: ({ currency }: Payout) => currency,
};
