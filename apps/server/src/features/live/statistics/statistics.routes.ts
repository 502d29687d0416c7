import { exportMyStreams, getLatestStream, getStreamViewers, listMyStreams } from '@tributary/contracts/live';
import type { FastifyInstance } from 'fastify';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Statistics } from './statistics.service.ts';

export function statisticsRoutes(app: FastifyInstance, statistics: Statistics): void {
  route(app, listMyStreams, ({ caller, query }) => statistics.past(caller.userId, query));
  route(app, exportMyStreams, ({ caller, query, reply }) =>
    sendCsv(reply, 'streams.csv', {
      pages: (cursor) => statistics.past(caller.userId, { ...query, cursor }),
      columns: {
        title: ({ title }) => title,
        category: ({ category }) => category,
        started: ({ startedAt }) => startedAt,
        ended: ({ endedAt }) => endedAt,
        seconds: ({ durationSeconds }) => durationSeconds,
        peak_viewers: ({ peakViewers }) => peakViewers,
        average_viewers: ({ averageViewers }) => Math.round(averageViewers * 10) / 10,
        hours_watched_live: ({ watchedSeconds }) => Math.round(watchedSeconds / 36) / 100,
        views: ({ views }) => views,
      },
    }),
  );
  route(
    app,
    getLatestStream,
    async ({ caller }) => (await statistics.latest(caller.userId)) ?? { stream: null, samples: [] },
  );
  route(app, getStreamViewers, ({ caller, params }) => statistics.one(caller.userId, params.id));
}
