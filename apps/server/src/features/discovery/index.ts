/** Discovery: live streams by category and search, followed categories, channels, and their past streams. */
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { createCategoryFollows } from './category-follows.service.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { createDiscoveryService } from './discovery.service.ts';

export function createDiscovery({ db }: { readonly db: Database }): Feature {
  const discovery = createDiscoveryService(db);
  const categories = createCategoryFollows(db);
  return {
    name: 'discovery',
    routes: (app) => discoveryRoutes(app, discovery, categories),
    exportUserData: async (userId) => ({ followedCategories: await categories.exported(userId) }),
  };
}
