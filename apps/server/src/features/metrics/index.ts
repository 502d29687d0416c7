/** Page performance: what browsers measure of our pages, for an admin to look at. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { createMetrics } from './metrics.service.ts';

const FORGET_EVERY_MS = 3_600_000;

export interface MetricsFeature {
  routes(app: FastifyInstance): void;
  close(): void;
}

export function createMetricsFeature({ db, log }: { db: Database; log: Log }): MetricsFeature {
  const metrics = createMetrics(db);
  const forgetting = setInterval(() => {
    metrics.forgetOld().catch((err: unknown) => log.warn({ err }, 'Old measurements could not be deleted'));
  }, FORGET_EVERY_MS);
  return { routes: (app) => metricsRoutes(app, metrics), close: () => clearInterval(forgetting) };
}
