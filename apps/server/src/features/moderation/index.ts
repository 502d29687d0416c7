/** Moderation: the accounts, streams, reports and verification requests that admins see, and their decisions. */
import { createAppealTokens } from '#features/identity/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import { type Feature, on } from '#platform/feature.ts';
import { work } from '#platform/jobs/index.ts';
import { createAppealMails } from './appeals/appeal-mails.jobs.ts';
import { findAppealsOf } from './appeals/appeals.repo.ts';
import { appealRoutes } from './appeals/appeals.routes.ts';
import { createAppeals } from './appeals/appeals.service.ts';
import { createModerationLog } from './log/moderation-log.service.ts';
import { liveStreamReported } from './moderation.events.ts';
import * as notified from './moderation.notifications.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { ModerationFeatureOptions } from './moderation-options.ts';
import { createContentRemoval } from './reports/content-removal.service.ts';
import { createDecisions } from './reports/decisions.service.ts';
import { deleteFramesOf } from './reports/report-frames.repo.ts';
import { createReportFrames } from './reports/report-frames.service.ts';
import { keepReportFrame, purgeOldReports } from './reports/reports.jobs.ts';
import { findReportsBy } from './reports/reports.repo.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { createReports } from './reports/reports.service.ts';
import { findWarningsOf } from './reports/warnings.repo.ts';
import { createWarnings } from './reports/warnings.topics.ts';
import { createStreamActions } from './streams/stream-actions.service.ts';
import { createStreamList } from './streams/streams.service.ts';
import { createNewAdminNotifier } from './users/new-admin.ts';
import { createUserActions } from './users/user-actions.service.ts';
import { createUserList } from './users/users.service.ts';
import { createVerification } from './verification/verification.service.ts';

export { newAdmin } from './moderation.notifications.ts';
export { createNewAdminNotifier } from './users/new-admin.ts';
export { createUserActions, type UserActions } from './users/user-actions.service.ts';

export interface Moderation extends Feature {
  /** The number of verification requests that wait for an admin. */
  pendingVerifications(): Promise<number>;
  /** The number of reported cases and appeals that wait for an admin. */
  openReports(): Promise<number>;
}

export function createModeration(deps: ModerationFeatureOptions): Moderation {
  const { db, nowMs } = deps;
  const tokens = createAppealTokens(deps.secret);
  const mails = createAppealMails({ ...deps, tokens });
  const notifyOfNewAdmin = createNewAdminNotifier(deps.notifications);
  const { notify } = deps.notifications;
  const options = { ...deps, notify, sendBanMail: mails.sendBanMail, notifyOfNewAdmin };
  const verification = createVerification(options);
  const frames = createReportFrames(deps);
  const reports = createReports({ ...deps, frames });
  const warnings = createWarnings(deps);
  const decide = createDecisions({ ...options, remove: createContentRemoval(deps) });
  const appeals = createAppeals({ ...options, tokens, mails });
  const readLog = createModerationLog(db, nowMs);
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
      reportRoutes(app, { reports, frames, decide });
      appealRoutes(app, appeals, readLog);
    },
    notifications: [
      notified.streamEndedByAdmin,
      notified.streamHidden,
      notified.streamShown,
      notified.contentRemoved,
      notified.warned,
      notified.reportReviewed,
      notified.banLifted,
      notified.verificationDecided,
      notified.badgeRemoved,
      notified.newAdmin,
    ],
    topics: [warnings.topic],
    subscriptions: [
      ...warnings.subscriptions,
      on(liveStreamReported, ({ reportId, streamId }) => frames.keepLive(reportId, streamId)),
    ],
    jobs: [
      ...mails.jobs,
      purgeOldReports(db, nowMs),
      work(keepReportFrame, ({ reportId }) => frames.keep(reportId)),
    ],
    pendingVerifications: () => verification.countPending(),
    openReports: async () => (await reports.countOpen()) + (await appeals.countOpen()),
    exportUserData: async (userId) => ({
      ...(await verification.exportOf(userId)),
      reports: await db.read((reader) => findReportsBy(reader, userId)),
      warnings: await db.read((reader) => findWarningsOf(reader, userId)),
      appeals: await db.read((reader) => findAppealsOf(reader, userId)),
    }),
    deleteUserData: (tx, userId) => deleteFramesOf(tx, userId),
  };
}
