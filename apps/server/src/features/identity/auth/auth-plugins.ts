/** The sign-in library's plugins: codes by mail, second factors, passkeys, a provider elsewhere. */
import { passkey } from '@better-auth/passkey';
import { OIDC_PROVIDER } from '@tributary/contracts';
import { APIError } from 'better-auth/api';
import { emailOTP, genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Mailer } from '#platform/mail/index.ts';
import type { identityMails } from '../identity.mails.ts';
import { storeBackupCodes } from '../second-factor/backup-codes.ts';
import { proposeUsername } from '../users/usernames.ts';
import { pluginModels } from './auth-models.ts';

/** A provider of OpenID Connect that vouches for people; null: there is none. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button says it. */
  readonly name: string;
}

export interface PluginOptions {
  readonly instanceName: string;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly mails: ReturnType<typeof identityMails>;
  readonly oidc: OidcProvider | null;
  /** The provider's word for an address is not enough unless it says that it was confirmed. */
  readonly requireVerification: boolean;
}

/** Ten minutes, as the mails say. */
const CODE_SECONDS = 600;

export function authPlugins(options: PluginOptions) {
  return [
    codesByMail(options),
    secondFactor(options),
    passkeys(options),
    ...(options.oidc ? [elsewhere(options.oidc, options)] : []),
  ] as const;
}

const codesByMail = ({ mailer, mails }: PluginOptions) =>
  emailOTP({
    otpLength: 6,
    expiresIn: CODE_SECONDS,
    allowedAttempts: 3,
    storeOTP: 'hashed',
    disableSignUp: true,
    changeEmail: { enabled: true },
    sendVerificationOTP: ({ email, otp, type }) =>
      mailer.send(
        type === 'change-email' ? mails.confirmNewAddress(email, otp) : mails.signInCode(email, otp),
      ),
  });

/** Every way in but a passkey, which is two factors by itself. */
const ASKED_FOR_SECOND_FACTOR = ['/sign-in/email', '/sign-in/email-otp', '/verify-email', '/callback/:id'];

function secondFactor({ instanceName }: PluginOptions) {
  const plugin = twoFactor({
    issuer: instanceName,
    // Who has no password has none to prove with; a session is what they have.
    allowPasswordless: true,
    schema: pluginModels.twoFactor,
    backupCodeOptions: { storeBackupCodes },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
  });
  // The plugin itself asks after passwords alone: a mailbox or a provider would then open everything.
  const matcher = ({ path }: { path?: string | undefined }) => ASKED_FOR_SECOND_FACTOR.includes(path ?? '');
  return {
    ...plugin,
    hooks: { after: plugin.hooks.after.map((hook) => ({ ...hook, matcher })) },
  };
}

const passkeys = ({ instanceName, publicUrl }: PluginOptions) =>
  passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: instanceName,
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

/** Only a device that has asked for finger, face or PIN makes a passkey two factors. */
async function verified(userVerified: boolean | undefined): Promise<undefined> {
  if (userVerified) return undefined;
  throw APIError.from('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'The device did not check that it is you; set up a PIN, fingerprint or face on it.',
  });
}

/** OpenID Connect Discovery 1.0, section 4. */
export const discoveryUrl = ({ issuer }: OidcProvider): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

function elsewhere(oidc: OidcProvider, options: PluginOptions) {
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
          // A proposal; where it is taken, the hook before the row is made finds another one.
          username: proposeUsername([preferred, full, email]),
          // A picture is uploaded, not pointed at: an address of somebody's choice would watch every viewer.
          image: '',
        }),
      },
    ],
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
