/** better-auth's models mapped to our tables (0002_identity.sql). */
import { username } from '@tributary/contracts/shared';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';

export const models = {
  session: {
    modelName: 'sessions',
    fields: {
      token: 'token_hash',
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  user: {
    modelName: 'profiles',
    fields: {
      name: 'display_name',
      image: 'avatar_url',
      emailVerified: 'email_verified',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    additionalFields: {
      username: { type: 'string', required: true, unique: true, validator: { input: username } },
      confirmBy: { type: 'date', required: false, input: false, returned: false, fieldName: 'confirm_by' },
      language: { type: 'string', required: false, input: false, returned: false },
      browserLanguage: {
        type: 'string',
        required: false,
        input: false,
        returned: false,
        fieldName: 'browser_language',
      },
      bannedAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'banned_at' },
      bannedUntil: {
        type: 'date',
        required: false,
        input: false,
        returned: false,
        fieldName: 'banned_until',
      },
      banReason: {
        type: 'string',
        required: false,
        input: false,
        returned: false,
        fieldName: 'ban_reason',
      },
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    encryptOAuthTokens: true,
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    // Recovery and confirmation values are single-use secrets.
    storeIdentifier: 'hashed',
  },
} satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>;

/** Lets better-auth's adapter read the usernames of sign-ups inside its own transactions. */
export const usernameReservations = {
  id: 'username-reservations',
  schema: {
    usernameReservation: {
      modelName: 'username_reservations',
      fields: {
        username: { type: 'string', required: true },
        expiresAt: { type: 'date', required: true, fieldName: 'expires_at' },
      },
    },
  },
} satisfies BetterAuthPlugin;

/** The models of better-auth's plugins. */
export const pluginModels = {
  twoFactor: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
  passkey: {
    passkey: {
      modelName: 'passkeys',
      fields: {
        userId: 'user_id',
        publicKey: 'public_key',
        credentialID: 'credential_id',
        deviceType: 'device_type',
        backedUp: 'backed_up',
        createdAt: 'created_at',
      },
    },
  },
};
