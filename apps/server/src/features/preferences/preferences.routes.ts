import { getPreferences, patchPreferences } from '@tributary/contracts/preferences';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Preferences } from './preferences.service.ts';

export function preferencesRoutes(app: FastifyInstance, preferences: Preferences): void {
  route(app, getPreferences, ({ caller }) => preferences.of(caller));
  route(app, patchPreferences, ({ body, caller }) => preferences.edit(caller, body));
}
