/** Ways in: each endpoint of the contracts, answered by the sign-in library. */
import * as c from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import type { Caller } from '#platform/http/index.ts';
import { route } from '#platform/http/route.ts';
import type { Log } from '#platform/log/log.ts';
import type { Accounts } from './account.service.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { type CallLibrary, createLibraryCall, type LibraryAnswer } from './auth.call.ts';
import { AUTH_PATH, type Auth } from './auth.ts';
import { createGate } from './gate.ts';
import { identityErrors } from './identity.errors.ts';
import { findProfileByUsername } from './identity.repo.ts';
import type { PasswordRules } from './password-rules.ts';
import { isReservedUsername } from './usernames.ts';

export interface AuthRoutesOptions {
  readonly db: Database;
  readonly log: Log;
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

/** Mails that anybody can have sent to one address, and passwords that can be guessed for one account. */
const MAILS_TO_ONE = { window: 3600, max: 5 };
const GUESSES_AT_ONE = { window: 900, max: 30 };

export function authRoutes(app: FastifyInstance, options: AuthRoutesOptions): void {
  const { db, log, auth, passwordRules, accounts } = options;
  const call = createLibraryCall(auth, log);
  const signUpsInTurn = createGate(SIGN_UPS, () => identityErrors.too_busy({ retryAfterSeconds: 5 }));
  const attempts = createAttempts();

  /** A sign-in takes the place of the one that this browser had (OWASP ASVS 5.0, 7.2.4). */
  const inPlace: InPlaceOfOld = async (findCaller, signIn) => {
    const before = await findCaller();
    const answer = await signIn();
    if (before) await accounts.endSession(before.userId, before.sessionId).catch(() => undefined);
    return stateOf(answer);
  };

  /** Answers before anything is looked up: by nothing, and by no duration, can it be told who has an account. */
  const later = (work: Promise<unknown>) =>
    void work.catch((err) => log.warn({ err }, 'A mail that was asked for was not sent'));

  route(app, c.signUp, async ({ body, ...http }) => {
    await checkUsername(db, body.username);
    await passwordRules.check(body.password, '/password', [body.username, body.email.split('@', 1)[0] ?? '']);
    const { name = body.username } = body;
    const answer = await signUpsInTurn(() => call(http, 'POST', '/sign-up/email', { ...body, name }));
    return stateOf(answer);
  });
  route(app, c.signInWithPassword, async ({ body, findCaller, ...http }) => {
    await limit(attempts, `password:${body.email}`, GUESSES_AT_ONE);
    return inPlace(findCaller, () => call(http, 'POST', '/sign-in/email', body));
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
  elsewhereRoutes(app, call, options);
}

function twoFactorRoutes(
  app: FastifyInstance,
  call: CallLibrary,
  attempts: Attempts,
  accounts: Accounts,
): void {
  const guess = (userId: string) => limit(attempts, `proof:${userId}`, GUESSES_AT_ONE);
  const prove = async (caller: Caller, password: string | undefined) => {
    await guess(caller.userId);
    await accounts.prove(caller, password);
  };

  route(app, c.enableTwoFactor, async ({ body, caller, ...http }) => {
    await prove(caller, body.password);
    const { body: answer } = await call(http, 'POST', '/two-factor/enable', { ...body, method: 'totp' });
    const { totpURI, backupCodes } = z
      .object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
      .parse(answer);
    http.reply.header('cache-control', 'no-store');
    return { totpUri: totpURI, backupCodes };
  });
  route(app, c.disableTwoFactor, async ({ body, caller, ...http }) => {
    await prove(caller, body.password);
    await call(http, 'POST', '/two-factor/disable', body);
    await accounts.notify(caller.userId, 'Signing in asks for no code of an authenticator app any more.');
  });
  route(app, c.replaceBackupCodes, async ({ body, caller, ...http }) => {
    await prove(caller, body.password);
    const { body: answer } = await call(http, 'POST', '/two-factor/generate-backup-codes', body);
    http.reply.header('cache-control', 'no-store');
    return z.object({ backupCodes: z.array(z.string()) }).parse(answer);
  });
  route(app, c.verifyTotp, async ({ body, findCaller, ...http }) => {
    const caller = await findCaller();
    if (caller) await guess(caller.userId);
    await call({ ...http, signedOut: !caller }, 'POST', '/two-factor/verify-totp', body);
    if (caller)
      await accounts.notify(caller.userId, 'Signing in now asks for a code of your authenticator app.');
    return { state: 'signed_in' as const };
  });
  route(app, c.verifyBackupCode, async ({ body, findCaller, ...http }) => {
    const caller = await findCaller();
    if (caller) await guess(caller.userId);
    await call({ ...http, signedOut: !caller }, 'POST', '/two-factor/verify-backup-code', body);
    return { state: 'signed_in' as const };
  });
}

function passkeyRoutes(
  app: FastifyInstance,
  call: CallLibrary,
  accounts: Accounts,
  inPlace: InPlaceOfOld,
): void {
  const json = z.record(z.string(), z.unknown());
  route(app, c.passkeyCreationOptions, async (http) =>
    json.parse((await call(http, 'GET', '/passkey/generate-register-options')).body),
  );
  route(app, c.createPasskey, async ({ body, caller, ...http }) => {
    await call(http, 'POST', '/passkey/verify-registration', body);
    await accounts.notify(caller.userId, 'A passkey was added, which signs in without the password.');
  });
  route(app, c.passkeyRequestOptions, async (http) =>
    json.parse((await call(http, 'GET', '/passkey/generate-authenticate-options')).body),
  );
  route(app, c.signInWithPasskey, async ({ body, findCaller, ...http }) => {
    await inPlace(findCaller, () => call(http, 'POST', '/passkey/verify-authentication', body));
    return { state: 'signed_in' as const };
  });
  route(app, c.deletePasskey, async ({ params, caller }) => {
    await accounts.deletePasskey(caller.userId, params.id);
    await accounts.notify(caller.userId, 'A passkey was deleted.');
  });
}

/** Addresses that a browser is sent to, from a mail or back from another provider; and how it gets there. */
function elsewhereRoutes(
  app: FastifyInstance,
  call: CallLibrary,
  { elsewhere, log }: AuthRoutesOptions,
): void {
  const navigate = async (call: CallLibrary, request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.slice(AUTH_PATH.length);
    const answer = await call({ request, reply }, 'GET', path);
    const challenged = stateOf(answer).state === 'second_factor';
    reply.header('cache-control', 'no-store');
    return reply.redirect(challenged ? c.SCREENS.secondFactor : (answer.location ?? '/'));
  };
  const callElsewhere = async () => {
    if (!elsewhere) throw identityErrors.sign_in_elsewhere_off();
    return createLibraryCall(await elsewhere(), log);
  };
  app.get(`${AUTH_PATH}/verify-email`, { schema: { hide: true } }, (request, reply) =>
    navigate(call, request, reply),
  );
  app.get(`${AUTH_PATH}/callback/${c.OIDC_PROVIDER}`, { schema: { hide: true } }, async (request, reply) =>
    navigate(await callElsewhere(), request, reply),
  );
  route(app, c.signInElsewhere, async ({ body, ...http }) => {
    const { body: answer } = await (await callElsewhere())(http, 'POST', '/sign-in/social', {
      provider: c.OIDC_PROVIDER,
      callbackURL: body.callbackURL,
      errorCallbackURL: c.SCREENS.login,
      disableRedirect: true,
    });
    return z.object({ url: z.string() }).parse(answer);
  });
}

type InPlaceOfOld = (
  findCaller: () => Promise<Caller | null>,
  signIn: () => Promise<LibraryAnswer>,
) => Promise<c.SignInState>;

const signInAnswer = z.object({
  twoFactorRedirect: z.boolean().optional(),
  token: z.string().nullish(),
});

/** The token itself goes no further: it is in a cookie that scripts cannot read. */
function stateOf({ body }: LibraryAnswer): c.SignInState {
  const { twoFactorRedirect, token } = signInAnswer.catch({}).parse(body);
  if (twoFactorRedirect) return { state: 'second_factor' };
  return { state: token ? 'signed_in' : 'confirm_address' };
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

/** @throws AppError `too_many_attempts` */
async function limit(attempts: Attempts, key: string, rule: { window: number; max: number }): Promise<void> {
  const { allowed, retryAfter } = await attempts.consume(key, rule);
  if (!allowed) throw identityErrors.too_many_attempts({ retryAfterSeconds: retryAfter ?? 60 });
}
