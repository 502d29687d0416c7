/** The admin dashboard: the instance's figures, the audit log and the settings. */
import type { FastifyInstance } from 'fastify';
import type { Users } from '#features/identity/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import { adminRoutes } from './admin.routes.ts';
import { createAuditLog } from './audit.service.ts';
import { createOverview, type Queues } from './overview.service.ts';
import { createSettings } from './settings.service.ts';

export interface AdminOptions {
  readonly db: Database;
  readonly users: Users;
  readonly queues: Queues;
}

export interface Admin {
  routes(app: FastifyInstance): void;
}

export function createAdmin({ db, users, queues }: AdminOptions): Admin {
  const parts = {
    overview: createOverview(db, queues),
    auditLog: createAuditLog({ db, users }),
    settings: createSettings({ db, users }),
    recordExport: recordExports(db),
  };
  return { routes: (app) => adminRoutes(app, parts) };
}
