/** Identity: accounts, sign-in, sessions and roles. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '#platform/access-tokens/index.ts';
import type { Caller } from '#platform/caller.ts';
import type { Feature } from '#platform/feature.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { UserData } from '#platform/user-data.ts';
import { accountRoutes } from './account/account.routes.ts';
import { createAccounts } from './account/account.service.ts';
import { expireUnconfirmedAccounts } from './account/unconfirmed-accounts.jobs.ts';
import { type AuthOptions, CONFIRMATION_SECONDS, createAuth, hasSecureCookies } from './auth/auth.ts';
import { createOidcAuth } from './auth/oidc.ts';
import { identityMails } from './identity.mails.ts';
import { createInvitationCookie } from './invitations/invitation-cookie.ts';
import { invitationRoutes } from './invitations/invitations.routes.ts';
import { createInvitations } from './invitations/invitations.service.ts';
import { createPasswordRules } from './passwords/password-rules.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { createAccountRecovery } from './recovery/recovery.service.ts';
import { createPasskeyReviews } from './security/passkey-review.ts';
import { createBrowserCookie } from './sessions/browser-cookie.ts';
import { sessionCookieReader } from './sessions/session-cookie.ts';
import { type ReadStreamerData, sessionRoutes } from './sessions/sessions.routes.ts';
import { type CurrentSession, createSessions } from './sessions/sessions.service.ts';
import { authRoutes } from './sign-in/sign-in.routes.ts';
import { createUsers, type Users } from './users.service.ts';

export type { OidcProvider } from './auth/auth-plugins.ts';
export { type AppealTokens, createAppealTokens } from './bans/appeal-tokens.ts';
export { identityErrors } from './identity.errors.ts';
export { roleRevoked, sessionsEnded, signedOut, userBanned, userDeleted } from './identity.events.ts';
export { createSocketSessions } from './sessions/socket-sessions.ts';
export { isPublic, languageOf, languagesOf, type Profile, type UserSummary } from './users/users.repo.ts';
export { type CreateUser, createUsers, type Users } from './users.service.ts';

export interface IdentityOptions
  extends Omit<AuthOptions, 'knownBrowsers' | 'signUpBrowsers' | 'takeInvitation' | 'onPasswordReset'> {
  /** The range API for breached passwords; null: no check. */
  readonly breachesUrl: string | null;
  readonly userData: UserData;
  readonly accessTokens: AccessTokens;
}

/** A browser stays known to an account for a year after its last sign-in. */
const KNOWN_FOR_SECONDS = 365 * 86_400;

export interface Identity extends Feature {
  readonly users: Users;
  /** Authenticates HTTP requests and the upgrade requests of sockets. */
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Caller | null>;
  /** Reads a session again. @returns null if it has ended or its person is banned */
  authenticateSession(id: string): Promise<Caller | null>;
  /** The token of the session cookie among these cookies, if this instance signed it. Reads no database. */
  sessionTokenOf(cookies?: string): string | null;
  /** Sets how the streamer's part of the client's user object is read. Called by the feature that owns channels. */
  readStreamerDataWith(read: ReadStreamerData): void;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { accessTokens, db, log, mailer, publicUrl, sharedState } = options;
  const { oidc } = options;
  const cookies = { secret: options.secret, secure: hasSecureCookies(publicUrl) };
  const knownBrowsers = createBrowserCookie({
    ...cookies,
    name: 'known-browser',
    maxAgeSeconds: KNOWN_FOR_SECONDS,
  });
  const signUpBrowsers = createBrowserCookie({
    ...cookies,
    name: 'signed-up',
    maxAgeSeconds: CONFIRMATION_SECONDS,
  });
  const mails = identityMails(options.instanceName, publicUrl);
  const accounts = createAccounts({ db, log, mailer, mails, userData: options.userData });
  const browsers = { knownBrowsers, signUpBrowsers };
  const invitations = createInvitations(db);
  const authOptions = {
    ...options,
    ...browsers,
    takeInvitation: invitations.take,
    onPasswordReset: accounts.passwordWasReset,
  };
  const auth = createAuth({ ...authOptions, oidc: null });
  const oidcAuth = oidc && createOidcAuth({ ...authOptions, oidc });
  const sessionTokenOf = sessionCookieReader(cookies.secret, cookies.secure);
  const sessions = createSessions({
    async extendSession(cookie) {
      const answer = await auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true });
      return answer.headers.getSetCookie();
    },
    db,
    tokens: accessTokens,
    readCookie: sessionTokenOf,
    log,
  });
  const passwordRules = createPasswordRules(options);
  const { storeResetToken } = createPasskeyReviews(auth);
  const recovery = createAccountRecovery({ db, mailer, mails, accounts, publicUrl, storeResetToken });

  async function callerOf(session: CurrentSession | null): Promise<Caller | null> {
    if (!session) return null;
    const { id: userId, roles, twoFactorEnabled } = session.profile;
    // Only read the settings for admins.
    const owesSecondFactor =
      roles.includes('admin') && !twoFactorEnabled && (await db.read(readSettings)).adminsNeedSecondFactor;
    return { userId, roles, sessionId: session.id, owesSecondFactor, isProven: session.isProven };
  }

  let readStreamerData: ReadStreamerData = async () => null;
  return {
    name: 'identity',
    users: createUsers(db),
    authenticate: async ({ headers }) => callerOf(await sessions.current(headers)),
    authenticateSession: async (id) => callerOf(await sessions.find(id)),
    sessionTokenOf,
    readStreamerDataWith(read) {
      readStreamerData = read;
    },
    // `/api/auth/*`, `/api/me`, and the routes below them.
    routes: (app) => {
      authRoutes(app, {
        db,
        log,
        sharedState,
        auth,
        passwordRules,
        accounts,
        invitations,
        oidcAuth,
        invitationCookie: createInvitationCookie(cookies.secure),
        ...browsers,
      });
      invitationRoutes(app, invitations);
      recoveryRoutes(app, recovery);
      sessionRoutes(app, sessions, accessTokens, (userId) => readStreamerData(userId));
      accountRoutes(app, accounts, async (userId) => {
        const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
        return backupCodes.length;
      });
    },
    jobs: [expireUnconfirmedAccounts({ ...options, accounts })],
    exportUserData: (userId) => accounts.export(userId),
  };
}
