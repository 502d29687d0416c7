/** The sign-in endpoints of the contracts, which call better-auth. */
import * as c from '@tributary/contracts/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts';
import type { Database } from '#platform/db/database.ts';
import { route } from '#platform/http/route.ts';
import type { Log } from '#platform/log/log.ts';
import type { MailPurpose } from '#platform/mail/index.ts';
import { localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Accounts } from '../account/account.service.ts';
import { createAttemptLimiter, PROOF_LIMIT } from '../attempts/attempt-limiter.ts';
import type { Auth } from '../auth/auth.ts';
import { createAuthCall } from '../auth/auth-call.ts';
import { type ReplaceSession, stateOf } from '../auth/sign-in-state.ts';
import { identityErrors } from '../identity.errors.ts';
import type { InvitationCookie } from '../invitations/invitation-cookie.ts';
import type { Invitations } from '../invitations/invitations.service.ts';
import type { PasswordRules } from '../passwords/password-rules.ts';
import { createPasskeyReviews } from '../security/passkey-review.ts';
import { passkeyRoutes } from '../security/passkeys.routes.ts';
import { createProve } from '../security/proof.ts';
import { twoFactorRoutes } from '../security/second-factor.routes.ts';
import type { BrowserCookie } from '../sessions/browser-cookie.ts';
import { navigationRoutes } from './navigation.routes.ts';
import { createPasswordGuard } from './password-guard.ts';
import { reservingUsername, usernameState } from './reserve-username.ts';

export interface AuthRoutesOptions {
  readonly db: Database;
  readonly log: Log;
  readonly sharedState: SharedState;
  readonly auth: Auth;
  readonly passwordRules: PasswordRules;
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  /** The cookie of browsers that have signed in to an account before. */
  readonly knownBrowsers: BrowserCookie;
  /** The cookie of browsers in which an address has signed up. */
  readonly signUpBrowsers: BrowserCookie;
  /** The cookie of browsers that sign up at the provider with an invitation. */
  readonly invitationCookie: InvitationCookie;
  /** better-auth with the OpenID Connect provider; null if none is configured. */
  readonly oidcAuth: (() => Promise<Auth>) | null;
}

/**
 * better-auth hashes a new password inside the sign-up's transaction. Without a limit, many sign-ups would
 * hold every database connection while they wait for the hashing.
 */
const SIGN_UPS = { maxConcurrent: 2, maxQueued: 50 };

/**
 * Sign-ins queue here for the hashing, before better-auth takes a database connection, so that many of them
 * leave the connections to others. Two cores handle about 25 a second.
 */
const SIGN_INS = { maxConcurrent: 3, maxQueued: 60 };

/**
 * The number of mails for one purpose that a known browser, and all other browsers together, can request for one
 * address.
 */
const MAILS_PER_ADDRESS = { window: 3600, max: 5 };

export function authRoutes(app: FastifyInstance, options: AuthRoutesOptions): void {
  const { db, log, auth, passwordRules, accounts, invitations, knownBrowsers, signUpBrowsers } = options;
  const call = createAuthCall(auth, log);
  const busy = () => identityErrors.too_busy({ retryAfterSeconds: 5 });
  const limitSignUps = createConcurrencyLimiter(SIGN_UPS, busy);
  const limitSignIns = createConcurrencyLimiter(SIGN_INS, busy);
  const limiter = createAttemptLimiter(options.sharedState);
  const passwordGuard = createPasswordGuard(limiter, knownBrowsers);
  const limitMails = (purpose: MailPurpose, { headers }: FastifyRequest, email: string) => {
    const by = knownBrowsers.find(headers.cookie, email) ?? 'others';
    return limiter.limit(`${purpose} mails to ${email} by ${by}`, MAILS_PER_ADDRESS);
  };

  const reviews = createPasskeyReviews(auth);

  const replaceSession: ReplaceSession = async (findCaller, signIn) => {
    const before = await findCaller();
    const answer = await signIn();
    if (before) await accounts.endSession(before.userId, before.sessionId).catch(() => undefined);
    return stateOf(answer);
  };

  /**
   * Runs after the response is sent, so that neither its content nor its timing reveals whether there is an account.
   */
  const inBackground = (work: Promise<unknown>) =>
    void work.catch((err) => log.warn({ err }, 'Could not send a requested mail'));

  route(app, c.signUp, async ({ body, ...http }) => {
    const { invitation, ...signUp } = body;
    await passwordRules.check(body.password, '/password', [body.username, body.email.split('@', 1)[0] ?? '']);
    const { name = body.username } = body;
    const answer = await invitations.admit(invitation, () =>
      reservingUsername(db, body.username, () =>
        limitSignUps(() => call(http, 'POST', '/sign-up/email', { ...signUp, name })),
      ),
    );
    // The cookie is also set if the address has an account already, so that the responses are alike.
    const { cookie } = http.request.headers;
    if (!answer.setsSession) http.reply.header('set-cookie', signUpBrowsers.add(cookie, body.email));
    return stateOf(answer);
  });
  route(app, c.getUsername, async ({ params }) => ({ state: await usernameState(db, params.username) }));
  route(app, c.signInWithPassword, async ({ body, findCaller, ...http }) => {
    const signIn = () => limitSignIns(() => call(http, 'POST', '/sign-in/email', body));
    return replaceSession(findCaller, () => passwordGuard.attempt(http.request, body.email, signIn));
  });
  route(app, c.signOut, async ({ findCaller, ...http }) => {
    const caller = await findCaller();
    await call(http, 'POST', '/sign-out');
    if (caller !== null) await accounts.announceSignOut(caller.sessionId);
  });
  route(app, c.sendVerificationMail, async ({ body, ...http }) => {
    await limitMails('confirmation', http.request, body.email);
    inBackground(call(http, 'POST', '/send-verification-email', body));
  });

  route(app, c.sendSignInCode, async ({ body, ...http }) => {
    await limitMails('code', http.request, body.email);
    inBackground(call(http, 'POST', '/email-otp/send-verification-otp', { ...body, type: 'sign-in' }));
  });
  route(app, c.signInWithCode, ({ body, findCaller, ...http }) =>
    replaceSession(findCaller, () => call(http, 'POST', '/sign-in/email-otp', body)),
  );

  route(app, c.requestPasswordReset, async ({ body, ...http }) => {
    await limitMails('reset', http.request, body.email);
    inBackground(call(http, 'POST', '/request-password-reset', body));
  });
  route(app, c.resetPassword, async ({ body, ...http }) => {
    await passwordRules.check(body.newPassword, '/newPassword');
    const userId = await reviews.resetOwner(body.token);
    await call(http, 'POST', '/reset-password', body);
    const passkeys = userId ? await accounts.passkeys(userId) : [];
    const reviewToken = userId && passkeys.length > 0 ? await reviews.begin(userId) : null;
    http.reply.header('cache-control', 'no-store');
    return { passkeys, reviewToken };
  });
  route(app, c.changePassword, async ({ body, caller, ...http }) => {
    await passwordRules.check(body.newPassword, '/newPassword');
    await limiter.limit(`proof:${caller.userId}`, PROOF_LIMIT);
    await call(http, 'POST', '/change-password', { ...body, revokeOtherSessions: true });
    await accounts.announceSessionsEnded(caller.userId);
    await accounts.notify(caller.userId, localized('mail.security.passwordChanged'));
  });

  route(app, c.requestEmailChange, async ({ body, caller, ...http }) => {
    await limiter.limit(`proof:${caller.userId}`, PROOF_LIMIT);
    await accounts.prove(caller, body.password);
    await limitMails('confirmation', http.request, body.newEmail);
    inBackground(call(http, 'POST', '/email-otp/request-email-change', { newEmail: body.newEmail }));
  });
  route(app, c.changeEmail, async ({ body, caller, ...http }) => {
    const before = await accounts.addressOf(caller.userId);
    await call(http, 'POST', '/email-otp/change-email', body);
    await accounts.notify(
      caller.userId,
      localized('mail.security.addressChanged', { address: body.newEmail }),
      before,
    );
  });

  const prove = createProve(call, limiter, accounts);
  twoFactorRoutes(app, call, limiter, accounts, prove);
  passkeyRoutes(app, { call, accounts, prove, reviews, replaceSession });
  navigationRoutes(app, call, options.oidcAuth, log, {
    registration: async () => (await db.read(readSettings)).registration,
    cookie: options.invitationCookie,
  });
}
