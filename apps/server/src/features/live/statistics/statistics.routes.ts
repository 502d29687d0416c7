import { exportMyStreams, getLatestStream, getStreamViewers, listMyStreams } from '@tributary/contracts/live';
import type { FastifyInstance } from 'fastify';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Statistics } from './statistics.service.ts';
import { streamColumns } from './stream-columns.ts';

export function statisticsRoutes(app: FastifyInstance, statistics: Statistics): void {
  route(app, listMyStreams, ({ caller, query }) => statistics.past(caller.userId, query));
  route(app, exportMyStreams, ({ caller, query, reply }) =>
    sendCsv(reply, 'streams.csv', {
      pages: (cursor) => statistics.past(caller.userId, { ...query, cursor }),
      columns: streamColumns,
    }),
  );
  route(
    app,
    getLatestStream,
    async ({ caller }) => (await statistics.latest(caller.userId)) ?? { stream: null, samples: [] },
  );
  route(app, getStreamViewers, ({ caller, params }) => statistics.one(caller.userId, params.id));
}
