/** Ways in: each endpoint of the contracts, answered by the sign-in library. */
import * as c from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import { route } from '#platform/http/route.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Auth } from '../auth/auth.ts';
import { createLibraryCall } from '../auth/auth-call.ts';
import { identityErrors } from '../identity.errors.ts';
import { createGate } from '../passwords/concurrency-limiter.ts';
import type { PasswordRules } from '../passwords/password-rules.ts';
import { passkeyRoutes } from '../second-factor/passkeys.routes.ts';
import { twoFactorRoutes } from '../second-factor/second-factor.routes.ts';
import { isReservedUsername } from '../users/usernames.ts';
import { findProfileByUsername } from '../users/users.repo.ts';
import { navigationRoutes } from './navigation.routes.ts';
import { createAttempts } from './sign-in-attempts.ts';
import { GUESSES_AT_ONE, type InPlaceOfOld, limit, stateOf } from './sign-in-state.ts';

export interface AuthRoutesOptions {
  readonly db: Database;
  readonly log: Log;
  readonly sharedState: SharedState;
  readonly auth: Auth;
  readonly passwordRules: PasswordRules;
  readonly accounts: Accounts;
  /** The library with the configured provider; null: there is none. */
  readonly elsewhere: (() => Promise<Auth>) | null;
}

/**
 * The library hashes a new password inside the sign-up's transaction: without a limit a crowd of
 * sign-ups would hold every database connection while they queue for the hashing.
 */
const SIGN_UPS = { atOnce: 2, longestQueue: 50 };

/**
 * Those who wait for the hashing wait here, before the library has asked the database anything: a crowd
 * that signs in leaves the connections to everybody else. Some 25 a second get through on two cores.
 */
const SIGN_INS = { atOnce: 3, longestQueue: 60 };

/** Mails that anybody can have sent to one address. */
const MAILS_TO_ONE = { window: 3600, max: 5 };

export function authRoutes(app: FastifyInstance, options: AuthRoutesOptions): void {
  const { db, log, auth, passwordRules, accounts } = options;
  const call = createLibraryCall(auth, log);
  const busy = () => identityErrors.too_busy({ retryAfterSeconds: 5 });
  const signUpsInTurn = createGate(SIGN_UPS, busy);
  const signInsInTurn = createGate(SIGN_INS, busy);
  const attempts = createAttempts(options.sharedState);

  const inPlace: InPlaceOfOld = async (findCaller, signIn) => {
    const before = await findCaller();
    const answer = await signIn();
    if (before) await accounts.endSession(before.userId, before.sessionId).catch(() => undefined);
    return stateOf(answer);
  };

  /** Answers before anything is looked up: by nothing, and by no duration, can it be told who has an account. */
  const later = (work: Promise<unknown>) =>
    void work.catch((err) => log.warn({ err }, 'A mail that was asked for was not sent'));

  const registrationOpen = async () => (await db.read(readSettings)).registrationOpen;

  route(app, c.signUp, async ({ body, ...http }) => {
    if (!(await registrationOpen())) throw identityErrors.registration_closed();
    await checkUsername(db, body.username);
    await passwordRules.check(body.password, '/password', [body.username, body.email.split('@', 1)[0] ?? '']);
    const { name = body.username } = body;
    const answer = await signUpsInTurn(() => call(http, 'POST', '/sign-up/email', { ...body, name }));
    return stateOf(answer);
  });
  route(app, c.signInWithPassword, async ({ body, findCaller, ...http }) => {
    await limit(attempts, `password:${body.email}`, GUESSES_AT_ONE);
    return inPlace(findCaller, () => signInsInTurn(() => call(http, 'POST', '/sign-in/email', body)));
  });
  route(app, c.signOut, async (http) => void (await call(http, 'POST', '/sign-out')));
  route(app, c.sendVerificationMail, async ({ body, ...http }) => {
    await limit(attempts, `mail:${body.email}`, MAILS_TO_ONE);
    later(call(http, 'POST', '/send-verification-email', body));
  });

  route(app, c.sendSignInCode, async ({ body, ...http }) => {
    await limit(attempts, `mail:${body.email}`, MAILS_TO_ONE);
    later(call(http, 'POST', '/email-otp/send-verification-otp', { ...body, type: 'sign-in' }));
  });
  route(app, c.signInWithCode, ({ body, findCaller, ...http }) =>
    inPlace(findCaller, () => call(http, 'POST', '/sign-in/email-otp', body)),
  );

  route(app, c.requestPasswordReset, async ({ body, ...http }) => {
    await limit(attempts, `mail:${body.email}`, MAILS_TO_ONE);
    later(call(http, 'POST', '/request-password-reset', body));
  });
  route(app, c.resetPassword, async ({ body, ...http }) => {
    await passwordRules.check(body.newPassword, '/newPassword');
    await call(http, 'POST', '/reset-password', body);
  });
  route(app, c.changePassword, async ({ body, caller, ...http }) => {
    await passwordRules.check(body.newPassword, '/newPassword');
    await limit(attempts, `proof:${caller.userId}`, GUESSES_AT_ONE);
    await call(http, 'POST', '/change-password', { ...body, revokeOtherSessions: true });
    await accounts.announceSessionsEnded(caller.userId);
    await accounts.notify(caller.userId, 'Your password was changed.');
  });

  route(app, c.requestEmailChange, async ({ body, caller, ...http }) => {
    await limit(attempts, `proof:${caller.userId}`, GUESSES_AT_ONE);
    await accounts.prove(caller, body.password);
    await limit(attempts, `mail:${body.newEmail}`, MAILS_TO_ONE);
    later(call(http, 'POST', '/email-otp/request-email-change', { newEmail: body.newEmail }));
  });
  route(app, c.changeEmail, async ({ body, caller, ...http }) => {
    const before = await accounts.addressOf(caller.userId);
    await call(http, 'POST', '/email-otp/change-email', body);
    await accounts.notify(caller.userId, `The account’s address was changed to ${body.newEmail}.`, before);
  });

  twoFactorRoutes(app, call, attempts, accounts);
  passkeyRoutes(app, call, accounts, inPlace);
  navigationRoutes(app, call, options.elsewhere, log, registrationOpen);
}

/** Whether a username is taken is public (`/streamer/{username}`); whether an address is, is not. */
async function checkUsername(db: Database, username: string): Promise<void> {
  const pointer = '/username';
  if (isReservedUsername(username)) {
    const detail = 'That username is reserved; choose another one.';
    throw identityErrors.username_reserved({ errors: [{ pointer, detail }] });
  }
  if (await db.read((reader) => findProfileByUsername(reader, username))) {
    const detail = 'That username is taken; choose another one.';
    throw identityErrors.username_taken({ errors: [{ pointer, detail }] });
  }
}
