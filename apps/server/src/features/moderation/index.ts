/** Moderation: what admins see of accounts, streams and verification requests, and do about them. */
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Feature } from '#platform/feature.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { NotifyUser, ReportOptions } from './moderation-options.ts';
import { createContentRemoval } from './reports/content-removal.service.ts';
import { createDecisions } from './reports/decisions.service.ts';
import { purgeOldReports } from './reports/reports.jobs.ts';
import { findReportsBy } from './reports/reports.repo.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { createReports } from './reports/reports.service.ts';
import { createStreamActions } from './streams/stream-actions.service.ts';
import { createStreamList } from './streams/streams.service.ts';
import { createUserActions } from './users/user-actions.service.ts';
import { createUserList } from './users/users.service.ts';
import { createVerification } from './verification/verification.service.ts';

export { createUserActions, type UserActions } from './users/user-actions.service.ts';

export interface Moderation extends Feature {
  /** How many verification requests are waiting for an admin. */
  pendingVerifications(): Promise<number>;
  /** How many reported cases are waiting for an admin. */
  openReports(): Promise<number>;
}

export function createModeration({
  notifications,
  ...deps
}: Omit<ReportOptions, 'notify'> & {
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}): Moderation {
  const notify: NotifyUser = (tx, content) => notifications.notify(tx, { ...content, type: 'other' });
  const options = { ...deps, notify };
  const { db, nowMs } = options;
  const verification = createVerification(options);
  const reports = createReports(db, options.sharedState);
  const decide = createDecisions({ ...options, remove: createContentRemoval(options) });
  const parts = {
    users: { ...createUserList(db), ...createUserActions(options) },
    streams: { ...createStreamList(db), ...createStreamActions(options) },
    verification,
    recordExport: recordExports(db),
  };
  return {
    name: 'moderation',
    routes(app) {
      moderationRoutes(app, parts);
      reportRoutes(app, reports, decide);
    },
    jobs: [purgeOldReports(db, nowMs)],
    pendingVerifications: () => verification.countPending(),
    openReports: () => reports.countOpen(),
    exportUserData: async (userId) => ({
      ...(await verification.exportOf(userId)),
      reports: await db.read((reader) => findReportsBy(reader, userId)),
    }),
  };
}
