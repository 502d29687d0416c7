/** Page performance: what browsers measure of our pages, for an admin to look at. */
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Log } from '#platform/log/log.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { createMetricsService } from './metrics.service.ts';

const FORGET_EVERY_MS = 3_600_000;

export function createMetrics({ db, log }: { readonly db: Database; readonly log: Log }): Feature {
  const metrics = createMetricsService(db);
  const forgetting = setInterval(() => {
    metrics.forgetOld().catch((err: unknown) => log.warn({ err }, 'Old measurements could not be deleted'));
  }, FORGET_EVERY_MS);
  return {
    name: 'metrics',
    routes: (app) => metricsRoutes(app, metrics),
    close: () => clearInterval(forgetting),
  };
}
