import * as c from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/csv.ts';
import { route } from '#platform/http/route.ts';
import type { AuditTrail } from './audit.service.ts';
import type { People } from './people.service.ts';
import type { Settings } from './settings.service.ts';
import type { StreamModeration } from './streams.service.ts';
import type { Verification } from './verification.service.ts';

export interface ModerationParts {
  readonly people: People;
  readonly streams: StreamModeration;
  readonly verification: Verification;
  readonly settings: Settings;
  readonly trail: AuditTrail;
  readonly recordExport: RecordExport;
}

export function moderationRoutes(app: FastifyInstance, parts: ModerationParts): void {
  const { people, streams, verification, settings, trail, recordExport } = parts;

  route(app, c.grantRole, ({ params, actor }) => people.grantRole(params.id, params.role, actor));
  route(app, c.takeRole, ({ params, actor }) => people.takeRole(params.id, params.role, actor));
  route(app, c.banUser, ({ params, body, actor }) => people.ban(params.id, body, actor));
  route(app, c.unbanUser, ({ params, actor }) => people.unban(params.id, actor));
  route(app, c.endUserSessions, ({ params, actor }) => people.endSessions(params.id, actor));
  route(app, c.takeBadge, ({ params, body, actor }) => people.takeBadge(params.id, body.reason, actor));

  route(app, c.stopStream, ({ params, body, actor }) => streams.stop(params.id, body.reason, actor));
  route(app, c.hideStream, ({ params, body, actor }) => streams.hide(params.id, body.reason, actor));
  route(app, c.showStream, ({ params, actor }) => streams.show(params.id, actor));

  route(app, c.getVerification, ({ caller }) => verification.of(caller.userId));
  route(app, c.requestVerification, ({ caller, body }) =>
    verification.request(caller.userId, body.socialMediaLinks),
  );
  route(app, c.listVerification, ({ query }) => verification.list(query));
  route(app, c.decideVerification, ({ params, body, actor }) => verification.decide(params.id, body, actor));

  route(app, c.getSettings, () => settings.read());
  route(app, c.patchSettings, ({ body, actor }) => settings.change(body, actor));

  route(app, c.listAudit, ({ query }) => trail.list(query));
  route(app, c.exportAudit, async ({ query, reply, actor }) => {
    await recordExport(actor, 'audit', query);
    return sendCsv(reply, 'audit-log.csv', {
      pages: (cursor) => trail.list({ ...query, cursor }),
      columns: {
        at: ({ at }) => at,
        actor: ({ actor }) => (actor ? (actor.username ?? actor.id) : 'command line'),
        action: ({ action }) => action,
        subject_kind: ({ subject }) => subject.kind,
        subject: ({ subject }) => subject.label ?? '',
        subject_id: ({ subject }) => subject.id,
        details: ({ details }) => JSON.stringify(details),
        request_id: ({ requestId }) => requestId,
        address: ({ addressHash }) => addressHash,
      },
    });
  });
}
