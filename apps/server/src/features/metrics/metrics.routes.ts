import { getPerformance, trackPerformance } from '@tributary/contracts/metrics';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Metrics } from './metrics.service.ts';

export function metricsRoutes(app: FastifyInstance, metrics: Metrics): void {
  route(app, trackPerformance, ({ body }) => metrics.record(body));
  route(app, getPerformance, ({ query }) => metrics.summary(query.period, query.page));
}
