/** Syndication: titles, Open Graph, oEmbed, feeds and sitemaps of what may be shown to everybody. */
import type { FastifyInstance } from 'fastify';
import type { FindPage } from '#platform/http/index.ts';
import { syndicationRoutes } from './syndication.routes.ts';
import { createSyndicationService, type SyndicationOptions } from './syndication.service.ts';

export interface Syndication {
  readonly findPage: FindPage;
  routes(app: FastifyInstance): void;
}

export function createSyndication(options: SyndicationOptions): Syndication {
  const syndication = createSyndicationService(options);
  return { findPage: syndication.findPage, routes: (app) => syndicationRoutes(app, syndication) };
}
