/** Sharing: titles, Open Graph, oEmbed, feeds and sitemaps of what may be shown to everybody. */
import type { FastifyInstance } from 'fastify';
import type { FindPage } from '#platform/http/index.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { createSharingService, type SharingOptions } from './sharing.service.ts';

export interface SharingFeature {
  readonly findPage: FindPage;
  routes(app: FastifyInstance): void;
}

export function createSharingFeature(options: SharingOptions): SharingFeature {
  const sharing = createSharingService(options);
  return { findPage: sharing.findPage, routes: (app) => sharingRoutes(app, sharing) };
}
