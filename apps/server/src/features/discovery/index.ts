/** Discovery: live streams by category and search, channels, and their past streams. */
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { createDiscoveryService } from './discovery.service.ts';

export function createDiscovery({ db }: { readonly db: Database }): Feature {
  const discovery = createDiscoveryService(db);
  return { name: 'discovery', routes: (app) => discoveryRoutes(app, discovery) };
}
