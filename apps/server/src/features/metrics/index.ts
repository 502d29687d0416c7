/** Page performance: web vitals that browsers report, summarized for admins. */
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { Feature } from '#platform/feature.ts';
import type { Log } from '#platform/log/log.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { createMetricsService } from './metrics.service.ts';

const PURGE_INTERVAL_MS = HOUR_MS;

export interface MetricsOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly log: Log;
}

export function createMetrics({ db, replica, log }: MetricsOptions): Feature {
  const metrics = createMetricsService(db, replica);
  const purging = setInterval(() => {
    metrics.purgeExpired().catch((err: unknown) => log.warn({ err }, 'Could not delete old page metrics'));
  }, PURGE_INTERVAL_MS);
  return {
    name: 'metrics',
    routes: (app) => metricsRoutes(app, metrics),
    close: () => clearInterval(purging),
  };
}
