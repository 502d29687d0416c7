/** Viewers, followers and income of a channel's streams in a period, beside the period before. */
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsReports } from './analytics.service.ts';

export const createAnalytics = ({ db }: { readonly db: Database }): Feature => ({
  name: 'analytics',
  routes: (app) =>
    analyticsRoutes(
      app,
      createAnalyticsReports(db, () => new Date()),
    ),
});
