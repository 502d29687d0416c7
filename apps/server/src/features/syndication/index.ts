/** Syndication: page metadata, oEmbed, feeds and sitemaps for other sites and programs. */
import type { Feature } from '#platform/feature.ts';
import type { FindPage } from '#platform/http/index.ts';
import { syndicationRoutes } from './syndication.routes.ts';
import { createSyndicationService, type SyndicationOptions } from './syndication.service.ts';

export interface Syndication extends Feature {
  readonly findPage: FindPage;
}

export function createSyndication(options: SyndicationOptions): Syndication {
  const syndication = createSyndicationService(options);
  return {
    name: 'syndication',
    findPage: syndication.findPage,
    routes: (app) => syndicationRoutes(app, syndication),
  };
}
