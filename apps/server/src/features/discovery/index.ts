/** Discovery: who is live, by category and by words; channels, and what they have shown before. */
export { discoveryRoutes } from './discovery.routes.ts';
export { createDiscovery, type Discovery } from './discovery.service.ts';
