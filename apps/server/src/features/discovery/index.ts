/** Discovery: live streams by category and search, followed categories, channels, and their past streams. */
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import type { Feature } from '#platform/feature.ts';
import { createCategoryFollows } from './category-follows.service.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { createDiscoveryService } from './discovery.service.ts';

export interface DiscoveryOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
}

export function createDiscovery({ db, replica }: DiscoveryOptions): Feature {
  const discovery = createDiscoveryService(replica);
  const categories = createCategoryFollows(db, replica);
  return {
    name: 'discovery',
    routes: (app) => discoveryRoutes(app, discovery, categories),
    exportUserData: async (userId) => ({ followedCategories: await categories.exported(userId) }),
  };
}
