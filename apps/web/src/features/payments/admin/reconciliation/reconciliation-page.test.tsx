import type { Difference, Reconciliation } from '@tributary/contracts/payments';
import { expect, it } from 'vitest';
import { textOf } from '../../../../../test/support/markup.tsx';
import { ReconciliationPage } from './reconciliation-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const report: Reconciliation = {
  id: 'report',
  provider: 'stripe',
  since: AT,
  until: AT,
  status: 'completed',
  error: null,
  listed: 2,
  booked: 1200,
  bookedAmount: 2500,
  differences: 1,
  currency: 'USD',
  listedAmounts: [
    { currency: 'USD', amount: 2500 },
    { currency: 'EUR', amount: 2500 },
  ],
  requestedBy: null,
  createdAt: AT,
  finishedAt: AT,
};
const difference: Difference = {
  id: 'difference',
  kind: 'currency',
  paymentId: 'pi_1',
  chargeId: null,
  capturedAt: AT,
  providerAmount: 2500,
  ledgerAmount: 2500,
  currency: 'EUR',
};

it('shows a difference of currencies in both currencies, and counts with their nouns', async () => {
  const params = { id: 'report' };
  const text = await textOf(<ReconciliationPage id="report" search={{}} onSearch={() => undefined} />, [
    [['GET /api/admin/reconciliations/:id', { params }], report],
    [
      ['GET /api/admin/reconciliations/:id/differences', { params, query: {} }, 1],
      { items: [difference], next: null },
    ],
  ]);
  expect(text).toMatch(/Provider €25\.00 Ledger \$25\.00/);
  expect(text).toContain('2 payments, $25.00 and €25.00');
  expect(text).toContain('1,200 charges, $25.00');
});
