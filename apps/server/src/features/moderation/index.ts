/** What admins decide: about people, streams, verification and the instance; and the log of it. */
import type { UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import { createAuditTrail } from './audit.service.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { createPeople } from './people.service.ts';
import { createSettings } from './settings.service.ts';
import { createStreamModeration } from './streams.service.ts';
import type { Tell } from './tell.ts';
import { createVerification } from './verification.service.ts';

export { channelJudged, streamStopped } from './moderation.events.ts';
export { createPeople, type People } from './people.service.ts';
export type { Tell } from './tell.ts';

export interface ModerationOptions {
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly tell: Tell;
}

export interface Moderation {
  routes(app: FastifyInstance): void;
  /** Requests to be verified that wait for an admin. */
  pendingVerifications(): Promise<number>;
  /** What somebody has asked to be verified with. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
}

export function createModeration(options: ModerationOptions): Moderation {
  const verification = createVerification(options);
  const parts = {
    people: createPeople(options),
    streams: createStreamModeration(options),
    verification,
    settings: createSettings(options),
    trail: createAuditTrail(options),
    recordExport: recordExports(options.db),
  };
  return {
    routes: (app) => moderationRoutes(app, parts),
    pendingVerifications: () => verification.pending(),
    exportOf: (userId) => verification.exportOf(userId),
  };
}
