/** better-auth's plugins: codes by email, second factors, passkeys, OpenID Connect. */
import { passkey } from '@better-auth/passkey';
import { OIDC_PROVIDER } from '@tributary/contracts/identity';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { emailOTP, genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Mailer } from '#platform/mail/index.ts';
import type { identityMails, Recipient } from '../identity.mails.ts';
import { storeBackupCodes } from '../second-factor/backup-codes.ts';
import type { BrowserCookie } from '../sessions/browser-cookie.ts';
import { proposeUsername } from '../users/usernames.ts';
import { pluginModels, usernameReservations } from './auth-models.ts';

/** An OpenID Connect provider. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The label of the sign-in button. */
  readonly name: string;
}

export interface PluginOptions {
  readonly instanceName: () => string;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly mails: ReturnType<typeof identityMails>;
  /** The account with an address. */
  recipientAt(email: string): Promise<Recipient>;
  readonly oidc: OidcProvider | null;
  /** Whether addresses from the provider are accepted only if they are marked as verified. */
  readonly requireVerification: boolean;
  readonly knownBrowsers: BrowserCookie;
}

/** The lifetime of codes; the mails say ten minutes. */
const CODE_SECONDS = 600;

export function authPlugins(options: PluginOptions) {
  return [
    codesByMail(options),
    secondFactor(options),
    passkeys(options),
    usernameReservations,
    ...(options.oidc ? [oidcSignIn(options.oidc, options)] : []),
    // Runs last, since a pending second factor removes the new session.
    rememberBrowser(options),
  ] as const;
}

const codesByMail = ({ mailer, mails, recipientAt }: PluginOptions) =>
  emailOTP({
    otpLength: 6,
    expiresIn: CODE_SECONDS,
    allowedAttempts: 3,
    storeOTP: 'hashed',
    disableSignUp: true,
    changeEmail: { enabled: true },
    sendVerificationOTP: async ({ email, otp, type }, ctx) => {
      if (type !== 'change-email') return mailer.send(mails.signInCode(await recipientAt(email), otp));
      // The new address is not that of an account yet; the account is the one that is signed in.
      const { language } = await recipientAt(ctx?.context.session?.user.email ?? email);
      return mailer.send(mails.confirmNewAddress({ email, language }, otp));
    },
  });

/** All ways to sign in except a passkey, which is two factors by itself. */
const NEEDS_SECOND_FACTOR = ['/sign-in/email', '/sign-in/email-otp', '/verify-email', '/callback/:id'];

function secondFactor({ instanceName }: PluginOptions) {
  const plugin = twoFactor({
    // Read when an authenticator app is set up, since admins can change the name.
    get issuer() {
      return instanceName();
    },
    // Accounts without a password confirm changes with a recent sign-in.
    allowPasswordless: true,
    schema: pluginModels.twoFactor,
    backupCodeOptions: { storeBackupCodes },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
  });
  // By default the plugin only guards password sign-in; a mailbox or a provider would bypass it.
  const matcher = ({ path }: { path?: string | undefined }) => NEEDS_SECOND_FACTOR.includes(path ?? '');
  return {
    ...plugin,
    hooks: { after: plugin.hooks.after.map((hook) => ({ ...hook, matcher })) },
  };
}

/** Runs after every endpoint, so that every way to sign in makes the browser known. */
const rememberBrowser = ({ knownBrowsers }: PluginOptions) => ({
  id: 'known-browsers',
  hooks: {
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (ctx) => {
          const email = ctx.context.newSession?.user.email;
          if (email === undefined) return;
          const cookies = ctx.headers?.get('cookie') ?? undefined;
          ctx.setHeader('set-cookie', knownBrowsers.add(cookies, email));
        }),
      },
    ],
  },
});

const passkeys = ({ instanceName, publicUrl }: PluginOptions) =>
  passkey({
    rpID: new URL(publicUrl).hostname,
    // The plugin copies it, so a new name of the instance shows here after a restart.
    rpName: instanceName(),
    origin: new URL(publicUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    schema: pluginModels.passkey,
    registration: {
      afterVerification: ({ verification }) => verified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => verified(verification.authenticationInfo.userVerified),
    },
  });

/** A passkey only counts as two factors if the device verified the user by fingerprint, face or PIN. */
async function verified(userVerified: boolean | undefined): Promise<undefined> {
  if (userVerified) return undefined;
  throw APIError.from('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'Your device didn’t verify you. Set up a PIN, fingerprint or face recognition on it.',
  });
}

/** The URL of the provider's metadata (OpenID Connect Discovery 1.0, section 4). */
export const discoveryUrl = ({ issuer }: OidcProvider): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

function oidcSignIn(oidc: OidcProvider, options: PluginOptions) {
  const { clientId, clientSecret, name } = oidc;
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        name,
        discoveryUrl: discoveryUrl(oidc),
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireEmailVerification: options.requireVerification,
        mapProfileToUser: ({ preferred_username: preferred, name: full, email }) => ({
          name: text(full),
          // This is a proposal: if it is taken, the hook before the insert finds another one.
          username: proposeUsername([preferred, full, email]),
          // Avatars can only be uploaded, since an external image URL could track every viewer.
          image: '',
        }),
      },
    ],
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
