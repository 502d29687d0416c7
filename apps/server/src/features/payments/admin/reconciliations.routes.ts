import {
  type Difference,
  exportDifferences,
  getReconciliation,
  listDifferences,
  listReconciliations,
  startReconciliation,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import { toDecimal } from '../ledger/amounts.ts';
import type { Reconciliations } from './reconciliations.service.ts';

export function reconciliationRoutes(
  app: FastifyInstance,
  reconciliations: Reconciliations,
  recordExport: RecordExport,
): void {
  route(app, startReconciliation, ({ body, actor }) => reconciliations.start(actor, body));
  route(app, listReconciliations, ({ query }) => reconciliations.list(query.cursor));
  route(app, getReconciliation, ({ params }) => reconciliations.find(params.id));
  route(app, listDifferences, ({ params, query }) => reconciliations.differencesOf(params.id, query.cursor));
  route(app, exportDifferences, async ({ params: { id }, reply, actor }) => {
    await recordExport(actor, 'differences', { reconciliation: id });
    return sendCsv<Difference>(reply, 'differences.csv', {
      pages: (cursor) => reconciliations.differencesOf(id, cursor),
      columns: DIFFERENCE,
    });
  });
}

const DIFFERENCE = {
  payment: ({ paymentId }: Difference) => paymentId,
  difference: ({ kind }: Difference) => kind,
  at: ({ capturedAt }: Difference) => capturedAt,
  provider: ({ providerAmount }: Difference) => (providerAmount === null ? null : toDecimal(providerAmount)),
  ledger: ({ ledgerAmount }: Difference) => (ledgerAmount === null ? null : toDecimal(ledgerAmount)),
  currency: ({ currency }: Difference) => currency,
  charge: ({ chargeId }: Difference) => chargeId,
};
