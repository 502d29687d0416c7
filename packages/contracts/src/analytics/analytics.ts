/** Results of a channel's streams, beside the period before. */
import { z } from 'zod';
import { streamStatistics } from '../live/statistics.ts';
import { currency } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport } from '../shared/lists.ts';
import { entrySources } from './audience.ts';
import { ANALYTICS_PERIODS, ANALYTICS_STREAMS_MAX } from './constants.ts';

const income = z.int().describe('Minor units after fees and refunds');

const totals = z.object({
  streams: z.int().nonnegative(),
  streamedSeconds: z.int().nonnegative(),
  watchedSeconds: z.int().nonnegative().describe('Sum of all viewers’ watch times, live'),
  averageViewers: z.number().nonnegative(),
  followers: z.int().nonnegative().describe('New followers who still follow'),
  incomeCents: income,
});
export type AnalyticsTotals = z.infer<typeof totals>;

export const analyzedStream = streamStatistics.extend({
  followers: z.int().nonnegative().describe('New followers during the stream who still follow'),
  incomeCents: income.describe('What was paid during the stream, in minor units after fees and refunds'),
});
export type AnalyzedStream = z.infer<typeof analyzedStream>;

const query = z.object({ days: z.enum(ANALYTICS_PERIODS).default('28') });

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/api/me/analytics',
  tag: 'statistics',
  summary: `Get the totals of the last days and of as many days before, and up to ${ANALYTICS_STREAMS_MAX} streams with the followers and the income that came during each`,
  access: 'streamer',
  perMinute: 60,
  query,
  response: z.object({
    currency,
    now: totals,
    before: totals,
    streams: z.array(analyzedStream).max(ANALYTICS_STREAMS_MAX),
    sources: entrySources,
  }),
});
export type Analytics = z.infer<typeof getAnalytics.response>;

export const exportAnalytics = endpoint({
  ...csvExport,
  path: '/api/me/analytics.csv',
  tag: 'statistics',
  summary: 'Export the streams of a period with their followers and income as CSV',
  access: 'streamer',
  query,
});

export const exportAnalyticsSources = endpoint({
  ...csvExport,
  path: '/api/me/analytics/sources.csv',
  tag: 'statistics',
  summary: 'Export how viewers came to the signed-in streamer’s streams and recordings in a period as CSV',
  access: 'streamer',
  query,
});
