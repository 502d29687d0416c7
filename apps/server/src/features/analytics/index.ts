/** The results of a channel's streams in a period: viewers, their sources and retention, followers and income. */
import type { Live } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { Feature } from '#platform/feature.ts';
import type { Log } from '#platform/log/log.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsReports } from './analytics.service.ts';
import { createAudienceReports } from './audience/audience.service.ts';
import { createAudienceCounts } from './audience/audience-counts.ts';

export { findGains } from './analytics.repo.ts';

export interface AnalyticsOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly log: Log;
  readonly sharedState: SharedState;
  readonly live: Pick<Live, 'presence'>;
  readonly nowMs: () => number;
}

export function createAnalytics(options: AnalyticsOptions): Feature {
  const { db, replica, log, live, nowMs } = options;
  const counts = createAudienceCounts(options);
  live.presence.onWatching((tab, streamId, isOwn, entry) => counts.watching(tab, streamId, isOwn, entry));
  live.presence.onPlayed((tab, streamId, minutes) => counts.played(tab, streamId, minutes));
  const audience = createAudienceReports(db, nowMs, replica);
  const purging = setInterval(() => {
    audience
      .purgeExpired()
      .catch((err: unknown) => log.warn({ err }, 'Could not delete old sources of viewers'));
  }, HOUR_MS);
  return {
    name: 'analytics',
    routes: (app) =>
      analyticsRoutes(
        app,
        createAnalyticsReports(replica, () => new Date(nowMs())),
        audience,
      ),
    async close() {
      clearInterval(purging);
      await counts.close();
    },
  };
}
