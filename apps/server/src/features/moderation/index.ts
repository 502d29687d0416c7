/** Moderation: what admins see of accounts, streams and verification requests, and do about them. */
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Feature } from '#platform/feature.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { ModerationOptions, NotifyUser } from './moderation-options.ts';
import { createStreamActions } from './streams/stream-actions.service.ts';
import { createStreamList } from './streams/streams.service.ts';
import { createUserActions } from './users/user-actions.service.ts';
import { createUserList } from './users/users.service.ts';
import { createVerification } from './verification/verification.service.ts';

export { createUserActions, type UserActions } from './users/user-actions.service.ts';

export interface Moderation extends Feature {
  /** How many verification requests are waiting for an admin. */
  pendingVerifications(): Promise<number>;
}

export function createModeration({
  notifications,
  ...deps
}: Omit<ModerationOptions, 'notify'> & {
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}): Moderation {
  const notify: NotifyUser = (tx, content) => notifications.notify(tx, { ...content, type: 'other' });
  const options = { ...deps, notify };
  const { db } = options;
  const verification = createVerification(options);
  const parts = {
    users: { ...createUserList(db), ...createUserActions(options) },
    streams: { ...createStreamList(db), ...createStreamActions(options) },
    verification,
    recordExport: recordExports(db),
  };
  return {
    name: 'moderation',
    routes: (app) => moderationRoutes(app, parts),
    pendingVerifications: () => verification.countPending(),
    exportUserData: (userId) => verification.exportOf(userId),
  };
}
