/** Profiles: what people show of themselves. */
import type { FastifyInstance } from 'fastify';
import { profilesRoutes } from './profiles.routes.ts';
import { createProfiles, type Profiles, type ProfilesOptions } from './profiles.service.ts';

export interface ProfilesFeature extends Pick<Profiles, 'exportOf' | 'onDelete'> {
  routes(app: FastifyInstance): void;
}

export function createProfilesFeature(options: ProfilesOptions): ProfilesFeature {
  const profiles = createProfiles(options);
  return {
    routes: (app) => profilesRoutes(app, profiles),
    exportOf: (id) => profiles.exportOf(id),
    onDelete: (tx, id, onCommit) => profiles.onDelete(tx, id, onCommit),
  };
}
