import {
  type EntrySource,
  exportAnalytics,
  exportAnalyticsSources,
  exportStreamSources,
  getAnalytics,
  getStreamAudience,
} from '@tributary/contracts/analytics';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { streamColumns } from '#features/live/index.ts';
import { toDecimal } from '#features/payments/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { AnalyticsReports } from './analytics.service.ts';
import type { AudienceReports } from './audience/audience.service.ts';

export function analyticsRoutes(
  app: FastifyInstance,
  reports: AnalyticsReports,
  audience: AudienceReports,
): void {
  route(app, getAnalytics, ({ caller, query }) => reports.of(caller.userId, query.days));
  route(app, exportAnalytics, async ({ caller, query, reply }) => {
    const { streams, currency } = await reports.of(caller.userId, query.days);
    const { views: _, ...columns } = streamColumns;
    return sendCsv(reply, 'analytics.csv', {
      pages: async () => ({ items: streams, next: null }),
      columns: {
        ...columns,
        new_followers: ({ followers }) => followers,
        income: ({ incomeCents }) => toDecimal(incomeCents),
        currency: () => currency,
      },
    });
  });
  route(app, exportAnalyticsSources, async ({ caller, query, reply }) =>
    sendSources(reply, (await reports.of(caller.userId, query.days)).sources),
  );
  route(app, getStreamAudience, ({ caller, params }) => audience.of(caller.userId, params.id));
  route(app, exportStreamSources, async ({ caller, params, reply }) =>
    sendSources(reply, (await audience.of(caller.userId, params.id)).sources),
  );
}

const sendSources = (reply: FastifyReply, sources: readonly EntrySource[]) =>
  sendCsv(reply, 'sources.csv', {
    pages: async () => ({ items: sources, next: null }),
    columns: {
      source: ({ kind }) => kind,
      site: ({ host }) => host,
      viewers: ({ viewers }) => viewers,
    },
  });
