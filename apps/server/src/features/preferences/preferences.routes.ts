import { getPreferences, patchPreferences } from '@tributary/contracts/preferences';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { languageOf } from '#platform/messages/index.ts';
import type { Preferences } from './preferences.service.ts';

export function preferencesRoutes(app: FastifyInstance, preferences: Preferences): void {
  route(app, getPreferences, ({ caller, request }) => preferences.of(caller, languageOf(request)));
  route(app, patchPreferences, ({ body, caller, request }) =>
    preferences.edit(caller, body, languageOf(request)),
  );
}
