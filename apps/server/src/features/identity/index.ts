/** Identity: who people are, how they sign in, what roles they hold. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '#platform/http/access.ts';
import { readSettings } from '#platform/settings/index.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type AccountParts, accountRoutes } from './account.routes.ts';
import { createAccounts } from './account.service.ts';
import { createAuthElsewhere } from './auth.elsewhere.ts';
import { authRoutes } from './auth.routes.ts';
import { type AuthOptions, createAuth, hasSecureCookies } from './auth.ts';
import { identityMails } from './identity.mails.ts';
import { identityRoutes, type MeParts } from './identity.routes.ts';
import { createUsers, type Users } from './identity.service.ts';
import { createPasswordRules } from './password-rules.ts';
import { sessionCookieReader } from './session-cookie.ts';
import { createSessions } from './sessions.ts';

export type { AccountParts } from './account.routes.ts';
export type { OidcProvider } from './auth.plugins.ts';
export { identityErrors } from './identity.errors.ts';
export { roleRevoked, sessionsEnded, userBanned, userDeleted } from './identity.events.ts';
export type { Profile, UserSummary } from './identity.repo.ts';
export type { MeParts } from './identity.routes.ts';
export { type CreateUser, createUsers, type Users } from './identity.service.ts';
export { notBanned } from './not-banned.ts';

export interface IdentityOptions extends AuthOptions {
  /** Where breached passwords can be asked by k-anonymity; null: nobody is asked. */
  readonly breachesUrl: string | null;
}

export interface Identity {
  readonly users: Users;
  /** For platform/http, and for a socket's upgrade request as well. */
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Caller | null>;
  /** `/api/auth/*`, `/api/me`, and what stands under them. */
  routes(app: FastifyInstance, parts: MeParts & AccountParts): void;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { db, log, mailer, publicUrl } = options;
  const { oidc } = options;
  const auth = createAuth({ ...options, oidc: null });
  const elsewhere = oidc && createAuthElsewhere({ ...options, oidc });
  const tokens = createAccessTokens({ db, publicUrl, secret: options.secret });
  const sessions = createSessions({
    auth,
    db,
    tokens,
    readCookie: sessionCookieReader(options.secret, hasSecureCookies(publicUrl)),
    log,
  });
  const passwordRules = createPasswordRules(options);
  const mails = identityMails(options.instanceName, publicUrl);
  const accounts = createAccounts({ db, log, mailer, mails });
  return {
    users: createUsers(db),
    authenticate: async ({ headers }) => {
      const session = await sessions.current(headers);
      if (!session) return null;
      const { id: userId, roles, twoFactorEnabled } = session.profile;
      // For admins alone: nobody else pays for the question.
      const owesSecondFactor =
        roles.includes('admin') && !twoFactorEnabled && (await db.read(readSettings)).adminsNeedSecondFactor;
      return { userId, roles, sessionId: session.id, owesSecondFactor };
    },
    routes: (app, parts) => {
      authRoutes(app, { db, log, auth, passwordRules, accounts, elsewhere });
      identityRoutes(app, sessions, tokens, parts);
      accountRoutes(app, accounts, parts, async (userId) => {
        const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
        return backupCodes.length;
      });
    },
  };
}
