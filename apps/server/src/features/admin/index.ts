/** What admins see: the instance in figures, its people, its streams. What they do is moderation's. */
import type { FastifyInstance } from 'fastify';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import { adminRoutes } from './admin.routes.ts';
import { createOverview, type Queues } from './overview.service.ts';
import { createAdminStreams } from './streams.service.ts';
import { createAdminUsers } from './users.service.ts';

export interface AdminOptions {
  readonly db: Database;
  readonly waiting: Queues;
}

export interface Admin {
  routes(app: FastifyInstance): void;
}

export function createAdmin({ db, waiting }: AdminOptions): Admin {
  const parts = {
    overview: createOverview(db, waiting),
    users: createAdminUsers(db),
    streams: createAdminStreams(db),
    recordExport: recordExports(db),
  };
  return { routes: (app) => adminRoutes(app, parts) };
}
