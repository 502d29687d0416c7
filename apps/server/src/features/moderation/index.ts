/** Moderation: what admins see of accounts, streams and verification requests, and do about them. */
import type { UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { recordExports } from '#platform/audit/index.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { ModerationOptions } from './moderation-options.ts';
import { createStreamActions } from './streams/stream-actions.service.ts';
import { createStreamList } from './streams/streams.service.ts';
import { createUserActions } from './users/user-actions.service.ts';
import { createUserList } from './users/users.service.ts';
import { createVerification } from './verification/verification.service.ts';

export { channelModerated, streamStopped } from './moderation.events.ts';
export type { NotifyUser } from './moderation-options.ts';
export { createUserActions, type UserActions } from './users/user-actions.service.ts';

export interface Moderation {
  routes(app: FastifyInstance): void;
  /** How many verification requests are waiting for an admin. */
  pendingVerifications(): Promise<number>;
  /** A person's verification requests. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
}

export function createModeration(options: ModerationOptions): Moderation {
  const { db } = options;
  const verification = createVerification(options);
  const parts = {
    users: { ...createUserList(db), ...createUserActions(options) },
    streams: { ...createStreamList(db), ...createStreamActions(options) },
    verification,
    recordExport: recordExports(db),
  };
  return {
    routes: (app) => moderationRoutes(app, parts),
    pendingVerifications: () => verification.countPending(),
    exportOf: (userId) => verification.exportOf(userId),
  };
}
