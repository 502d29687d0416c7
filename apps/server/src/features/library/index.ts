/** A viewer's library: their saved streams and their watch history. */
import type { UserId } from '@tributary/contracts/shared';
import { countFollowed } from '#features/follows/index.ts';
import type { Live } from '#features/live/index.ts';
import { recordingTrimmed } from '#features/recordings/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Feature, onHook } from '#platform/feature.ts';
import type { Log } from '#platform/log/log.ts';
import { findAllWatched, movePositions, totalWatched } from './history/history.repo.ts';
import { createWatchHistory } from './history/history.service.ts';
import { libraryRoutes } from './library.routes.ts';
import { countSaved, findAllSaved } from './saved/saved.repo.ts';
import { createSaved } from './saved/saved.service.ts';

export interface LibraryOptions {
  readonly db: Database;
  readonly log: Log;
  readonly live: Pick<Live, 'viewers' | 'presence'>;
}

export function createLibrary({ live, ...options }: LibraryOptions): Feature {
  const { db } = options;
  const { viewers } = live;
  const saved = createSaved({ ...options, viewers });
  const history = createWatchHistory({ ...options, viewers });
  live.presence.onWatching((tab, streamId) => history.watching(tab, tab.principal?.userId ?? null, streamId));

  const overviewOf = (userId: UserId) =>
    db.read(async (reader) => {
      const [counts, savedCount, watched] = await Promise.all([
        countFollowed(reader, userId),
        countSaved(reader, userId),
        totalWatched(reader, userId),
      ]);
      return { ...counts, saved: savedCount, ...watched };
    });

  return {
    name: 'library',
    routes: (app) => libraryRoutes(app, { saved, history, overviewOf }),
    subscriptions: [
      onHook(recordingTrimmed, (tx, { streamId, before, after }) =>
        movePositions(tx, streamId, before, after),
      ),
    ],
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        savedStreams: await findAllSaved(reader, userId),
        watchHistory: await findAllWatched(reader, userId),
      })),
    // Writes the watch time that is still in memory.
    close: () => history.close(),
  };
}
