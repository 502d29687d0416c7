import * as c from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Overview } from './overview.service.ts';
import type { AdminStreams } from './streams.service.ts';
import type { AdminUsers } from './users.service.ts';

export interface AdminParts {
  readonly overview: Overview;
  readonly users: AdminUsers;
  readonly streams: AdminStreams;
  readonly recordExport: RecordExport;
}

export function adminRoutes(
  app: FastifyInstance,
  { overview, users, streams, recordExport }: AdminParts,
): void {
  route(app, c.getOverview, () => overview.read());
  route(app, c.getQueues, () => overview.queues());

  route(app, c.listUsers, ({ query }) => users.list(query));
  route(app, c.getUser, ({ params }) => users.find(params.id));
  route(app, c.exportUsers, async ({ query, reply, actor }) => {
    await recordExport(actor, 'users', query);
    return sendCsv(reply, 'users.csv', {
      pages: (cursor) => users.list({ ...query, cursor }),
      columns: {
        id: ({ id }) => id,
        username: ({ username }) => username,
        name: ({ displayName }) => displayName,
        email: ({ email }) => email,
        roles: ({ roles }) => roles.join(' '),
        verified: ({ isVerified }) => isVerified,
        joined: ({ createdAt }) => createdAt,
        banned: ({ ban }) => ban?.at ?? null,
        banned_until: ({ ban }) => ban?.until ?? null,
        ban_reason: ({ ban }) => ban?.reason ?? null,
      },
    });
  });

  route(app, c.listAdminStreams, ({ query }) => streams.list(query));
  route(app, c.exportStreams, async ({ query, reply, actor }) => {
    await recordExport(actor, 'streams', query);
    return sendCsv(reply, 'streams.csv', {
      pages: (cursor) => streams.list({ ...query, cursor }),
      columns: {
        id: ({ id }) => id,
        streamer: ({ streamer }) => streamer.username,
        title: ({ title }) => title,
        category: ({ category }) => category,
        status: ({ status }) => status,
        started: ({ startedAt }) => startedAt,
        ended: ({ endedAt }) => endedAt,
        viewers_now: ({ status, currentViewers }) => (status === 'live' ? currentViewers : null),
        viewers_peak: ({ peakViewers }) => peakViewers,
        hidden: ({ hidden }) => hidden?.at ?? null,
        hidden_reason: ({ hidden }) => hidden?.reason ?? null,
      },
    });
  });
}
