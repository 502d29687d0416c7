/** The metrics of payments. Their values describe the instance and are the same in all processes. */
import type { Database } from '#platform/db/database.ts';
import { gauge, type Metric } from '#platform/metrics/index.ts';
import { countUnprocessedEvents, findDifferenceCounts } from './payments-metrics.repo.ts';

export const paymentMetrics = (db: Database): readonly Metric[] => [
  gauge(
    'tributary_payment_events',
    'Webhooks of payment providers that wait (received) or could not be processed (failed).',
    async () =>
      (await db.read(countUnprocessedEvents)).map(({ provider, status, count }) => ({
        labels: { provider, status },
        value: Number(count),
      })),
    ['provider', 'status'],
  ),
  gauge(
    'tributary_ledger_differences',
    'Differences between a payment provider and the ledger in its newest completed reconciliation.',
    async () =>
      (await db.read(findDifferenceCounts)).map(({ provider, differences }) => ({
        labels: { provider },
        value: differences,
      })),
    ['provider'],
  ),
  gauge(
    'tributary_reconciliation_age_seconds',
    'Since the newest completed reconciliation with a payment provider.',
    async () =>
      (await db.read(findDifferenceCounts)).map(({ provider, ageSeconds }) => ({
        labels: { provider },
        value: ageSeconds,
      })),
    ['provider'],
  ),
];
