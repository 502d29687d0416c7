/** Discovery: live streams by category and search, channels, and their past streams. */
export { discoveryRoutes } from './discovery.routes.ts';
export { createDiscovery, type Discovery } from './discovery.service.ts';
