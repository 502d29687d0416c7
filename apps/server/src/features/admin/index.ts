/** The admin dashboard: the instance's figures, the audit log and the settings. */
import type { ChatFeature } from '#features/chat/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Moderation } from '#features/moderation/index.ts';
import type { PagesFeature } from '#features/pages/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { adminRoutes } from './admin.routes.ts';
import { createAuditLog } from './audit.service.ts';
import { createOverview } from './overview.service.ts';
import { createSettings } from './settings.service.ts';

export interface AdminOptions {
  readonly db: Database;
  readonly users: Users;
  readonly moderation: Pick<Moderation, 'pendingVerifications' | 'openReports'>;
  readonly pages: Pick<PagesFeature, 'openMessages'>;
  readonly chat: Pick<ChatFeature, 'pendingEmotes'>;
}

export function createAdmin({ db, users, moderation, pages, chat }: AdminOptions): Feature {
  const queues = {
    verification: moderation.pendingVerifications,
    messages: pages.openMessages,
    reports: moderation.openReports,
    emotes: chat.pendingEmotes,
  };
  const parts = {
    overview: createOverview(db, queues),
    auditLog: createAuditLog({ db, users }),
    settings: createSettings({ db, users }),
    recordExport: recordExports(db),
  };
  return { name: 'admin', routes: (app) => adminRoutes(app, parts) };
}
