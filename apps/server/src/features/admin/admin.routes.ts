import * as c from '@tributary/contracts/admin';
import * as i from '@tributary/contracts/instance';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { AuditLog } from './audit.service.ts';
import type { HealthService } from './health/health.service.ts';
import type { Overview } from './overview.service.ts';
import type { Settings } from './settings.service.ts';

export interface AdminParts {
  readonly health: HealthService;
  readonly overview: Overview;
  readonly auditLog: AuditLog;
  readonly settings: Settings;
  readonly recordExport: RecordExport;
}

export function adminRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { health, overview, auditLog, settings, recordExport } = parts;

  route(app, c.getOverview, () => overview.read());
  route(app, c.getQueues, () => overview.queues());
  route(app, c.getInstanceHealth, () => health.read());

  route(app, i.listAudit, ({ query }) => auditLog.list(query));
  route(app, i.exportAudit, async ({ query, reply, actor }) => {
    await recordExport(actor, 'audit', query);
    return sendCsv(reply, 'audit-log.csv', {
      pages: (cursor) => auditLog.list({ ...query, cursor }),
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

  route(app, i.getSettings, () => settings.read());
  route(app, i.putLogo, ({ bytes, actor }) => settings.setLogo(bytes, actor));
  route(app, i.deleteLogo, ({ actor }) => settings.setLogo(null, actor));
  route(app, i.patchSettings, ({ body, actor }) => settings.change(body, actor));
}
