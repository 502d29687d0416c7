/** Identity: who people are, how they sign in, what roles they hold. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '#platform/http/access.ts';
import { authRoutes } from './auth.routes.ts';
import { type AuthOptions, createAuth } from './auth.ts';
import { identityRoutes, type MeParts } from './identity.routes.ts';
import { createUsers, type Users } from './identity.service.ts';
import { createSessions } from './sessions.ts';

export type { AuthOptions } from './auth.ts';
export { identityErrors } from './identity.errors.ts';
export { roleRevoked, userBanned } from './identity.events.ts';
export type { Profile, UserSummary } from './identity.repo.ts';
export type { MeParts } from './identity.routes.ts';
export { type CreateUser, createUsers, type Users } from './identity.service.ts';

export interface Identity {
  readonly users: Users;
  /** For platform/http, and for a socket's upgrade request as well. */
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Caller | null>;
  /** `/api/auth/*` and `/api/me`. */
  routes(app: FastifyInstance, parts: MeParts): Promise<void>;
}

export function createIdentity(options: AuthOptions): Identity {
  const auth = createAuth(options);
  const sessions = createSessions(auth, options.db);
  return {
    users: createUsers(options.db),
    authenticate: async ({ headers }) => {
      const session = await sessions.current(headers);
      return session && { userId: session.profile.id, roles: session.profile.roles };
    },
    routes: async (app, parts) => {
      await authRoutes(app, auth);
      identityRoutes(app, sessions, parts);
    },
  };
}
