import {
  type AdminPayout,
  byPayoutProvider,
  choosePayoutAccount,
  completePayout,
  deletePayoutAccount,
  exportAllPayouts,
  exportPayouts,
  failPayout,
  getBalance,
  listAllPayouts,
  listPayoutAccounts,
  listPayouts,
  onboardPayoutAccount,
  type Payout,
  requestWithdrawal,
} from '@tributary/contracts/payouts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { toDecimal } from '#features/payments/index.ts';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { PERSONAL, route } from '#platform/http/route.ts';
import type { PayoutAccounts } from './accounts/payout-accounts.service.ts';
import type { PayoutOpenings } from './openings/payout-openings.service.ts';
import type { PayoutSettlement } from './payout-settlement.service.ts';
import type { Payouts } from './payouts.service.ts';

export interface PayoutServices {
  readonly payouts: Payouts;
  readonly openings: PayoutOpenings;
  readonly accounts: PayoutAccounts;
  readonly settlement: PayoutSettlement;
}

export function payoutRoutes(
  app: FastifyInstance,
  { payouts, openings, accounts, settlement }: PayoutServices,
  recordExport: RecordExport,
): void {
  route(app, getBalance, ({ caller }) => payouts.balanceOf(caller.userId));
  route(app, listPayouts, ({ caller, query }) => payouts.of(caller.userId, query));
  route(app, requestWithdrawal, async ({ caller, body }) => {
    await openings.withdraw(caller.userId, body.idempotencyKey, body.amount);
    return payouts.byId(body.idempotencyKey, caller.userId);
  });
  route(app, listPayoutAccounts, async ({ caller }) => ({ accounts: await accounts.of(caller.userId) }));
  route(app, onboardPayoutAccount, ({ caller, params, body }) =>
    accounts.onboard(caller.userId, params.provider, body.country),
  );
  route(app, choosePayoutAccount, ({ caller, params }) => accounts.choose(caller.userId, params.provider));
  route(app, deletePayoutAccount, ({ caller, params }) => accounts.unlink(caller.userId, params.provider));
  // Answers with a redirect to the next page, since providers send creators back to this address.
  app.get<{ Params: z.output<typeof byPayoutProvider> }>(
    '/api/payout-accounts/:provider/return',
    { schema: { hide: true, params: byPayoutProvider } },
    async (request, reply) => {
      const caller = await app.authenticator.authenticate(request);
      const query = new URL(request.url, 'http://localhost').searchParams;
      const next = await accounts.finish(caller?.userId ?? null, request.params.provider, query);
      return reply.header('cache-control', PERSONAL).redirect(next, 303);
    },
  );
  route(app, completePayout, async ({ actor, params, body }) => {
    await settlement.complete(actor, params.id, body.reference);
    return payouts.byId(params.id, null);
  });
  route(app, failPayout, async ({ actor, params, body }) => {
    await settlement.fail(actor, params.id, body.reason);
    return payouts.byId(params.id, null);
  });
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
  reference: ({ reference }: Payout) => reference,
  settled: ({ settledAt }: Payout) => settledAt,
};
