/** Pro Studio: the activity of a channel, markers of live streams, and what a stream brought. */
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createActivity } from './activity.topics.ts';
import { findAllOf } from './markers.repo.ts';
import { createMarkers } from './markers.service.ts';
import { createResults } from './results.service.ts';
import { studioRoutes } from './studio.routes.ts';

export interface StudioOptions {
  readonly db: Database;
  readonly realtime: Realtime;
  readonly nowMs: () => number;
}

export function createStudio(options: StudioOptions): Feature {
  const activity = createActivity(options);
  return {
    name: 'studio',
    routes: (app) => studioRoutes(app, createMarkers(options), createResults(options)),
    topics: [activity.topic],
    subscriptions: activity.subscriptions,
    exportUserData: async (userId) => ({
      streamMarkers: await options.db.read((reader) => findAllOf(reader, userId)),
    }),
  };
}
