/** Profiles: what people show of themselves, and the pictures they send for it. */
import type { FastifyInstance } from 'fastify';
import { createPictureRenderer } from './pictures/renderer.ts';
import { profilesRoutes } from './profiles.routes.ts';
import { createProfiles, type Profiles, type ProfilesOptions } from './profiles.service.ts';

export interface ProfilesFeature extends Pick<Profiles, 'exportOf' | 'onDelete'> {
  routes(app: FastifyInstance): void;
  close(): void;
}

export function createProfilesFeature(options: Omit<ProfilesOptions, 'renderer'>): ProfilesFeature {
  const renderer = createPictureRenderer();
  const profiles = createProfiles({ ...options, renderer });
  return {
    routes: (app) => profilesRoutes(app, profiles),
    exportOf: (id) => profiles.exportOf(id),
    onDelete: (tx, id, onCommit) => profiles.onDelete(tx, id, onCommit),
    close: () => renderer.close(),
  };
}
