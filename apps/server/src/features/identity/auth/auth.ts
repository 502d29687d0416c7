/** The sign-in library's configuration: better-auth on our tables, with our rules. */
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { PASSWORD_MAX, PASSWORD_MIN, SCREENS } from '@tributary/contracts';
import { type BetterAuthOptions, betterAuth, type DBAdapter, getCurrentAdapter } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { originCheck } from '#platform/http/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { identityMails } from '../identity.mails.ts';
import { passwords } from '../passwords/passwords.ts';
import { createBackupCodeHashing } from '../second-factor/backup-codes.ts';
import { createTotpReplayGuard } from '../second-factor/totp-replay.ts';
import { COOKIE_PREFIX } from '../sessions/session-cookie.ts';
import { deleteExpiredSessions } from '../sessions/sessions.repo.ts';
import { createAttempts } from '../sign-in/sign-in-attempts.ts';
import { freeUsername, proposeUsername } from '../users/usernames.ts';
import { models } from './auth-models.ts';
import { withOutages } from './auth-outages.ts';
import { authPlugins, type OidcProvider } from './auth-plugins.ts';
import { withHashedSessionTokens } from './session-tokens.ts';

export interface AuthOptions {
  readonly db: Database;
  readonly publicUrl: string;
  /** See `originCheck`. */
  readonly reachableByAddress?: boolean;
  readonly instanceName: string;
  /** Signs cookies and the links in mails. */
  readonly secret: string;
  readonly mailer: Mailer;
  readonly sharedState: SharedState;
  readonly log: Log;
  /** A new account signs in only after its address is confirmed. */
  readonly requireVerification: boolean;
  /** Signing in by another provider; null: not offered. */
  readonly oidc: OidcProvider | null;
}

export const AUTH_PATH = '/api/auth';

/** Set by our routes from the connection, after whatever a client sent under this name was removed. */
export const CLIENT_ADDRESS_HEADER = 'x-tributary-client-address';
/** Set likewise, where whoever comes for the first time is to be refused. */
export const REGISTRATION_CLOSED_HEADER = 'x-tributary-registration-closed';

const DAY_SECONDS = 86_400;

/** A session ends so long after its last use, which is written down so often. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
export const SESSION_UPDATE_SECONDS = DAY_SECONDS;

export const hasSecureCookies = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(options: AuthOptions) {
  const { db, log, publicUrl, requireVerification } = options;
  const isOwnOrigin = originCheck(options);
  const mails = identityMails(options.instanceName, publicUrl);
  const guardAgainstReplay = createTotpReplayGuard(db);
  const hashBackupCode = createBackupCodeHashing(db);

  const createAdapter = withHashedSessionTokens(
    withOutages(kyselyAdapter(db.kysely, { type: 'postgres', transaction: true })),
  );
  let adapter: DBAdapter;

  return betterAuth({
    appName: options.instanceName,
    baseURL: new URL(publicUrl).origin,
    basePath: AUTH_PATH,
    secret: options.secret,
    telemetry: { enabled: false },
    // Refusals are answers and no news for the log; what is unavailable is logged with the answer.
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
      // Mail neither holds up an answer nor tells by its duration whether there was one to send.
      backgroundTasks: {
        handler: (task) => void task.catch((err) => log.error({ err }, 'auth: a mail was not sent')),
      },
      // Said outright, since the library's own defaults differ while tests run.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    // The same that our own routes have let in.
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      return origin && isOwnOrigin({ origin, host: request?.headers.get('host') ?? '' }) ? [origin] : [];
    },
    rateLimit: {
      enabled: true,
      customStorage: createAttempts(options.sharedState),
      window: 60,
      max: 120,
      customRules: {
        // Asked on every page by everybody behind one address, and no secret can be guessed with it.
        '/get-session': false,
        '/sign-in/*': { window: 60, max: 10 },
        '/sign-up/email': { window: 600, max: 20 },
        '/two-factor/*': { window: 60, max: 15 },
        // Our routes limit these, by the address that mail would go to as well.
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
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.mailer.send(mails.resetPassword(user.email, token)),
      onExistingUserSignUp: ({ user }) => options.mailer.send(mails.alreadyRegistered(user.email)),
    },
    emailVerification: {
      sendOnSignUp: requireVerification,
      sendOnSignIn: requireVerification,
      autoSignInAfterVerification: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, url }) => options.mailer.send(mails.confirmAddress(user.email, url)),
    },
    plugins: [...authPlugins({ ...options, mails })],
    ...models,
    session: {
      ...models.session,
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_UPDATE_SECONDS,
      // A copy of the session in a cookie would outlive a ban.
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, ctx) => {
            if (ctx?.path === '/sign-up/email') return;
            if (ctx?.headers?.has(REGISTRATION_CLOSED_HEADER)) {
              throw APIError.from('FORBIDDEN', {
                code: 'REGISTRATION_CLOSED',
                message: "This instance isn't accepting new accounts right now.",
              });
            }
            // People whom another provider brings have chosen no username here.
            const current = await getCurrentAdapter(adapter);
            const username = await freeUsername(
              proposeUsername([Reflect.get(user, 'username'), user.name, user.email]),
              async (value) =>
                (await current.count({ model: 'user', where: [{ field: 'username', value }] })) > 0,
            );
            const name = user.name.trim().slice(0, 60) || username;
            return { data: { ...user, username, name, image: null } };
          },
        },
      },
      // Every way of signing in ends here.
      session: {
        create: {
          before: async (session) => refuseBanned(await getCurrentAdapter(adapter), session.userId),
          // Those whose owners never came back would stay for ever.
          after: () =>
            db
              .transact((tx) => deleteExpiredSessions(tx))
              .catch((err) => log.warn({ err }, 'auth: expired sessions were not removed')),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/two-factor/verify-totp') return guardAgainstReplay(ctx);
        if (ctx.path === '/two-factor/verify-backup-code') return hashBackupCode(ctx);
        return undefined;
      }),
    },
  });
}

const banned = z.object({
  bannedAt: z.date().nullish(),
  bannedUntil: z.date().nullish(),
  banReason: z.string().nullish(),
});

/** Reads by the running transaction's own adapter: a second connection could wait for ever for the first. */
async function refuseBanned(adapter: Pick<DBAdapter, 'findOne'>, userId: string): Promise<void> {
  const user = await adapter.findOne({ model: 'user', where: [{ field: 'id', value: userId }] });
  const { bannedAt, bannedUntil, banReason } = banned.parse(user);
  if (!bannedAt || (bannedUntil && bannedUntil.getTime() <= Date.now())) return;
  const until = bannedUntil ? ` until ${bannedUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
  throw APIError.from('FORBIDDEN', {
    code: 'BANNED',
    message: banReason ? `This account is banned${until}: ${banReason}` : `This account is banned${until}.`,
  });
}
