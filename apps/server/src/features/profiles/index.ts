/** Profiles: the public page of a person. */
import type { Feature } from '#platform/feature.ts';
import { profilesRoutes } from './profiles.routes.ts';
import { createProfilesService, type ProfilesOptions } from './profiles.service.ts';

export function createProfiles(options: ProfilesOptions): Feature {
  const profiles = createProfilesService(options);
  return {
    name: 'profiles',
    routes: (app) => profilesRoutes(app, profiles),
    exportUserData: (id) => profiles.exportOf(id),
    deleteUserData: (tx, id, onCommit) => profiles.onDelete(tx, id, onCommit),
  };
}
