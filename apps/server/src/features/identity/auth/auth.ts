/** Configures better-auth for our tables and rules. */
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import { cleanLine, SCREENS, type UserId, userId } from '@tributary/contracts/shared';
import { type BetterAuthOptions, betterAuth, type DBAdapter, getCurrentAdapter } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { originCheck } from '#platform/http/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { statedLanguage } from '#platform/messages/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createAttemptLimiter } from '../attempts/attempt-limiter.ts';
import { createAppealTokens } from '../bans/appeal-tokens.ts';
import { identityMails, type Recipient, recipientOf } from '../identity.mails.ts';
import { passwords } from '../passwords/passwords.ts';
import { createBackupCodeHashing } from '../second-factor/backup-codes.ts';
import { createTotpReplayGuard } from '../second-factor/totp-replay.ts';
import type { BrowserCookie } from '../sessions/browser-cookie.ts';
import { COOKIE_PREFIX, SESSION_SECONDS, SESSION_UPDATE_SECONDS } from '../sessions/session-cookie.ts';
import { withHashedSessionTokens } from '../sessions/session-tokens.ts';
import { deleteExpiredSessions } from '../sessions/sessions.repo.ts';
import { confirmBy } from '../users/unconfirmed-accounts.repo.ts';
import { freeUsername, proposeUsername } from '../users/usernames.ts';
import { findProfileByEmail, setBrowserLanguage } from '../users/users.repo.ts';
import { models } from './auth-models.ts';
import { withOutages } from './auth-outages.ts';
import { authPlugins, type OidcProvider } from './auth-plugins.ts';
import { signInAfterConfirmation } from './confirmation.ts';

export interface AuthOptions {
  readonly db: Database;
  readonly publicUrl: string;
  /** See `originCheck`. */
  readonly reachableByAddress?: boolean;
  readonly instanceName: () => string;
  /** The secret that signs cookies and links in mails. */
  readonly secret: string;
  readonly mailer: Mailer;
  readonly sharedState: SharedState;
  readonly log: Log;
  /** Whether new accounts must confirm their address before they can sign in. */
  readonly requireVerification: boolean;
  /** The OpenID Connect provider; null: not offered. */
  readonly oidc: OidcProvider | null;
  /** Ties a browser to each account that it signs in to. */
  readonly knownBrowsers: BrowserCookie;
  /** Ties a browser to the addresses that signed up in it. */
  readonly signUpBrowsers: BrowserCookie;
  /** Takes a use of an invitation. @returns whether it had one */
  takeInvitation(code: string): Promise<boolean>;
  /** Called once a password was reset by mail; ends the sessions of the account. */
  onPasswordReset(userId: UserId): Promise<void>;
}

export const AUTH_PATH = '/api/auth';

/** Set by our routes from the connection; a client's header of this name is removed. */
export const CLIENT_ADDRESS_HEADER = 'x-tributary-client-address';
/** Set by our routes as well, to refuse new accounts. */
export const REGISTRATION_CLOSED_HEADER = 'x-tributary-registration-closed';
/** Set by our routes as well: the invitation with which a new account is admitted all the same. */
export const INVITATION_HEADER = 'x-tributary-invitation';

const DAY_SECONDS = 86_400;

/** The validity of the link in a confirmation mail. */
export const CONFIRMATION_SECONDS = DAY_SECONDS;

export const hasSecureCookies = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(options: AuthOptions) {
  const { db, log, publicUrl, requireVerification } = options;
  const isOwnOrigin = originCheck(options);
  const mails = identityMails(options.instanceName, publicUrl);
  const guardAgainstReplay = createTotpReplayGuard(db);
  const hashBackupCode = createBackupCodeHashing(db);
  const appeals = createAppealTokens(options.secret);
  const confirmation = signInAfterConfirmation(options.signUpBrowsers);

  async function recipientAt(email: string): Promise<Recipient> {
    const account = await db.read((reader) => findProfileByEmail(reader, email.toLowerCase()));
    return account ?? recipientOf({ email });
  }

  const createAdapter = withHashedSessionTokens(
    withOutages(kyselyAdapter(db.kysely, { type: 'postgres', transaction: true })),
  );
  let adapter: DBAdapter;

  return betterAuth({
    appName: options.instanceName(),
    baseURL: new URL(publicUrl).origin,
    basePath: AUTH_PATH,
    secret: options.secret,
    telemetry: { enabled: false },
    // Refusals are normal answers. Outages (503) are logged with the answer.
    onAPIError: {
      errorURL: new URL(SCREENS.login, publicUrl).href,
      onError: (err) => {
        if (!isAPIError(err) || (err.statusCode >= 500 && err.statusCode !== 503))
          log.error({ err }, 'auth: a request failed');
      },
    },
    logger: {
      level: 'error',
      log: (level, message, ...details) =>
        log[level]({ err: details.find((detail) => detail instanceof Error), details }, `auth: ${message}`),
    },
    database: (authOptions: BetterAuthOptions) => {
      adapter = createAdapter(authOptions);
      return adapter;
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: hasSecureCookies(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Send mails in the background, so that the timing of an answer does not reveal whether one was sent.
      backgroundTasks: {
        handler: (task) => void task.catch((err) => log.error({ err }, 'auth: could not send a mail')),
      },
      // Set explicitly, since better-auth's defaults differ in tests.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    // Trusts the same origins as our own routes.
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      return origin && isOwnOrigin({ origin, host: request?.headers.get('host') ?? '' }) ? [origin] : [];
    },
    rateLimit: {
      enabled: true,
      customStorage: createAttemptLimiter(options.sharedState),
      window: 60,
      max: 120,
      customRules: {
        // This path is called on every page, and does not help to guess passwords.
        '/get-session': false,
        // Our route limits this path, since it also considers the account.
        '/sign-in/email': false,
        '/sign-in/*': { window: 60, max: 10 },
        '/sign-up/email': { window: 600, max: 20 },
        '/two-factor/*': { window: 60, max: 15 },
        // Our routes limit these paths, per mail address.
        '/send-verification-email': false,
        '/request-password-reset': false,
        '/email-otp/*': false,
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: requireVerification,
      autoSignIn: !requireVerification,
      password: passwords,
      resetPasswordTokenExpiresIn: 3600,
      onPasswordReset: ({ user }) => options.onPasswordReset(userId.parse(user.id)),
      sendResetPassword: ({ user, token }) =>
        options.mailer.send(mails.resetPassword(recipientOf(user), token)),
      onExistingUserSignUp: ({ user }) => options.mailer.send(mails.alreadyRegistered(recipientOf(user))),
    },
    emailVerification: {
      sendOnSignUp: requireVerification,
      sendOnSignIn: requireVerification,
      autoSignInAfterVerification: false,
      afterEmailVerification: confirmation.afterEmailVerification,
      expiresIn: CONFIRMATION_SECONDS,
      sendVerificationEmail: ({ user, url }) =>
        options.mailer.send(mails.confirmAddress(recipientOf(user), url)),
    },
    plugins: [...authPlugins({ ...options, mails, recipientAt })],
    ...models,
    session: {
      ...models.session,
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_UPDATE_SECONDS,
      // Sensitive changes require a proof instead, however old the session is.
      freshAge: 0,
      // A session cached in a cookie would survive a ban.
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (created, ctx) => {
            const user = { ...created, browserLanguage: languageOf(ctx) };
            if (ctx?.path === '/sign-up/email') {
              return { data: requireVerification ? { ...user, confirmBy: confirmBy() } : user };
            }
            const invitation = ctx?.headers?.get(INVITATION_HEADER);
            const isInvited = !!invitation && (await options.takeInvitation(invitation));
            if (ctx?.headers?.has(REGISTRATION_CLOSED_HEADER) && !isInvited) {
              throw APIError.from('FORBIDDEN', {
                code: 'REGISTRATION_CLOSED',
                message: 'This instance isn’t accepting new accounts right now.',
              });
            }
            // People who sign up with OpenID Connect have not chosen a username.
            const current = await getCurrentAdapter(adapter);
            const username = await freeUsername(
              proposeUsername([Reflect.get(user, 'username'), user.name, user.email]),
              async (value) => {
                for (const model of ['user', 'usernameReservation']) {
                  if (await current.findOne({ model, where: [{ field: 'username', value }] })) return true;
                }
                return false;
              },
            );
            const name = cleanLine(user.name.slice(0, 60)) || username;
            return { data: { ...user, username, name, image: null } };
          },
        },
      },
      // Every sign-in creates a session.
      session: {
        create: {
          before: async (session, ctx) => {
            const ban = await findBan(await getCurrentAdapter(adapter), session.userId);
            if (ban === null) return;
            const link = appeals.linkFor(userId.parse(session.userId), ban.at);
            // A browser that returns from a provider is redirected to the page; other clients get its URL.
            if (ctx?.path.startsWith('/callback/')) throw ctx.redirect(link);
            throw new APIError('FORBIDDEN', { code: 'BANNED', link, until: ban.until, reason: ban.reason });
          },
          after: (session, ctx) =>
            db
              .transact(async (tx) => {
                const language = languageOf(ctx);
                if (language) await setBrowserLanguage(tx, userId.parse(session.userId), language);
                // Expired sessions would stay forever otherwise.
                await deleteExpiredSessions(tx);
              })
              .catch((err) =>
                log.warn({ err }, 'auth: could not keep the language and delete expired sessions'),
              ),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/two-factor/verify-totp') return guardAgainstReplay(ctx);
        if (ctx.path === '/two-factor/verify-backup-code') return hashBackupCode(ctx);
        return undefined;
      }),
      after: confirmation.afterHook,
    },
  });
}

/** The language that the browser of a request states. */
const languageOf = (ctx: { headers?: Headers | undefined } | null | undefined) =>
  statedLanguage(ctx?.headers?.get('accept-language'));

const banned = z.object({
  bannedAt: z.date().nullish(),
  bannedUntil: z.date().nullish(),
  banReason: z.string().nullish(),
});

/** @param adapter the adapter of the running transaction, since a second connection could wait for the first forever */
async function findBan(
  adapter: Pick<DBAdapter, 'findOne'>,
  id: string,
): Promise<{ readonly at: Date; readonly until?: string; readonly reason?: string } | null> {
  const user = await adapter.findOne({ model: 'user', where: [{ field: 'id', value: id }] });
  const { bannedAt, bannedUntil, banReason } = banned.parse(user);
  if (!bannedAt || (bannedUntil && bannedUntil.getTime() <= Date.now())) return null;
  return {
    at: bannedAt,
    ...(bannedUntil && { until: `${bannedUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
    ...(banReason && { reason: banReason }),
  };
}
