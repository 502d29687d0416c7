import * as c from '@tributary/contracts/moderation';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { StreamActions } from './streams/stream-actions.service.ts';
import type { StreamList } from './streams/streams.service.ts';
import type { UserActions } from './users/user-actions.service.ts';
import type { UserList } from './users/users.service.ts';
import type { Verification } from './verification/verification.service.ts';

export interface ModerationParts {
  readonly users: UserList & UserActions;
  readonly streams: StreamList & StreamActions;
  readonly verification: Verification;
  readonly recordExport: RecordExport;
}

export function moderationRoutes(app: FastifyInstance, parts: ModerationParts): void {
  const { users, streams, verification, recordExport } = parts;

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
  route(app, c.grantRole, ({ params, actor }) => users.grantRole(params.id, params.role, actor));
  route(app, c.revokeRole, ({ params, actor }) => users.revokeRole(params.id, params.role, actor));
  route(app, c.banUser, ({ params, body, actor }) => users.ban(params.id, body, actor));
  route(app, c.unbanUser, ({ params, actor }) => users.unban(params.id, actor));
  route(app, c.endUserSessions, ({ params, actor }) => users.endSessions(params.id, actor));
  route(app, c.removeBadge, ({ params, body, actor }) => users.removeBadge(params.id, body.reason, actor));

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
  route(app, c.stopStream, ({ params, body, actor }) => streams.stop(params.id, body.reason, actor));
  route(app, c.hideStream, ({ params, body, actor }) => streams.hide(params.id, body.reason, actor));
  route(app, c.unhideStream, ({ params, actor }) => streams.show(params.id, actor));

  route(app, c.getVerification, ({ caller }) => verification.of(caller.userId));
  route(app, c.requestVerification, ({ caller, body }) =>
    verification.request(caller.userId, body.socialMediaLinks),
  );
  route(app, c.listVerification, ({ query }) => verification.list(query));
  route(app, c.exportVerification, async ({ query, reply, actor }) => {
    await recordExport(actor, 'verification requests', query);
    return sendCsv(reply, 'verification-requests.csv', {
      pages: (cursor) => verification.list({ ...query, cursor }),
      columns: {
        id: ({ id }) => id,
        streamer: ({ streamer }) => streamer.username,
        requested: ({ submittedAt }) => submittedAt,
        links: ({ socialMediaLinks }) => socialMediaLinks.join(' '),
        status: ({ status }) => status,
        reviewed: ({ reviewedAt }) => reviewedAt,
        reviewed_by: ({ reviewedBy }) => reviewedBy,
        notes: ({ adminNotes }) => adminNotes,
      },
    });
  });
  route(app, c.decideVerification, ({ params, body, actor }) => verification.decide(params.id, body, actor));
}
