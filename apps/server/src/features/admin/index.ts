/** The admin dashboard: the instance's figures, its health, the audit log and the settings. */
import type { ChatFeature } from '#features/chat/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Moderation } from '#features/moderation/index.ts';
import type { PagesFeature } from '#features/pages/index.ts';
import { RESERVED_BYTES } from '#features/recordings/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { adminRoutes } from './admin.routes.ts';
import { createAuditLog } from './audit.service.ts';
import { createHealthService, type HealthOptions } from './health/health.service.ts';
import { createOverview } from './overview.service.ts';
import { createSettings, type SettingsOptions } from './settings.service.ts';

export interface AdminOptions
  extends Pick<SettingsOptions, 'images' | 'branding'>,
    Omit<HealthOptions, 'recordingReserveBytes'> {
  readonly db: Database;
  readonly users: Users;
  readonly config: { readonly instanceName: string };
  readonly moderation: Pick<Moderation, 'pendingVerifications' | 'openReports'>;
  readonly pages: Pick<PagesFeature, 'openMessages'>;
  readonly chat: Pick<ChatFeature, 'pendingEmotes'>;
}

export function createAdmin(options: AdminOptions): Feature {
  const { db, users, moderation, pages, chat } = options;
  const queues = {
    verification: moderation.pendingVerifications,
    messages: pages.openMessages,
    reports: moderation.openReports,
    emotes: chat.pendingEmotes,
  };
  const health = createHealthService({ ...options, recordingReserveBytes: RESERVED_BYTES });
  const parts = {
    health,
    overview: createOverview(db, queues),
    auditLog: createAuditLog({ db, users }),
    settings: createSettings({ ...options, configuredName: options.config.instanceName }),
    recordExport: recordExports(db),
  };
  return { name: 'admin', routes: (app) => adminRoutes(app, parts), close: () => health.close() };
}
