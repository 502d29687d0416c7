import { exportStatement, getStatement } from '@tributary/contracts/payouts';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#features/payments/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { StatementEntry } from './statements.repo.ts';
import type { Statements } from './statements.service.ts';

export function statementRoutes(app: FastifyInstance, statements: Statements): void {
  route(app, getStatement, ({ caller, params }) => statements.of(caller.userId, params.id));
  route(app, exportStatement, async ({ caller, params, reply }) => {
    const { payout } = await statements.of(caller.userId, params.id);
    return sendCsv<StatementEntry>(reply, `statement-${payout.periodEnd.slice(0, 10)}.csv`, {
      pages: (cursor) => statements.entries(caller.userId, params.id, cursor),
      columns: {
        at: ({ at }) => at.toISOString(),
        entry: ({ kind }) => kind,
        id: ({ subjectId }) => subjectId,
        gross: ({ grossCents }) => toDecimal(grossCents),
        fee: ({ feeCents }) => toDecimal(feeCents),
        net: ({ grossCents, feeCents }) => toDecimal(grossCents + feeCents),
        currency: () => payout.currency,
      },
    });
  });
}
