import { exportAnalytics, getAnalytics } from '@tributary/contracts/analytics';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#features/payments/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { AnalyticsReports } from './analytics.service.ts';

export function analyticsRoutes(app: FastifyInstance, reports: AnalyticsReports): void {
  route(app, getAnalytics, ({ caller, query }) => reports.of(caller.userId, query.days));
  route(app, exportAnalytics, async ({ caller, query, reply }) => {
    const { streams, currency } = await reports.of(caller.userId, query.days);
    return sendCsv(reply, 'analytics.csv', {
      pages: async () => ({ items: streams, next: null }),
      columns: {
        title: ({ title }) => title,
        category: ({ category }) => category,
        started: ({ startedAt }) => startedAt,
        ended: ({ endedAt }) => endedAt,
        seconds: ({ durationSeconds }) => durationSeconds,
        peak_viewers: ({ peakViewers }) => peakViewers,
        average_viewers: ({ averageViewers }) => Math.round(averageViewers * 10) / 10,
        hours_watched_live: ({ watchedSeconds }) => Math.round(watchedSeconds / 36) / 100,
        new_followers: ({ followers }) => followers,
        income: ({ incomeCents }) => toDecimal(incomeCents),
        currency: () => currency,
      },
    });
  });
}
