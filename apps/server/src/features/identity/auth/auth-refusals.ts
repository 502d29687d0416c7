/** The sentences of better-auth's refusals, by their codes. */
import { type LocalizedText, localized } from '#platform/messages/index.ts';

export interface AuthRefusal {
  /** The field that the refusal is about. */
  readonly pointer?: string;
  readonly detail: LocalizedText;
}

export const AUTH_REFUSALS: Readonly<Record<string, AuthRefusal>> = {
  INVALID_OTP: { pointer: '/otp', detail: localized('errors.auth.otp_wrong') },
  OTP_EXPIRED: { pointer: '/otp', detail: localized('errors.auth.otp_expired') },
  TOO_MANY_ATTEMPTS: { pointer: '/otp', detail: localized('errors.auth.otp_attempts') },
  INVALID_CODE: { pointer: '/code', detail: localized('errors.auth.code_wrong') },
  CODE_USED: { pointer: '/code', detail: localized('errors.auth.code_used') },
  INVALID_BACKUP_CODE: { pointer: '/code', detail: localized('errors.auth.backup_code_wrong') },
  INVALID_TOKEN: { pointer: '/token', detail: localized('errors.auth.link_expired') },
  PASSWORD_TOO_SHORT: { pointer: '/password', detail: localized('errors.auth.password_short') },
  PASSWORD_TOO_LONG: { pointer: '/password', detail: localized('errors.auth.password_long') },
  INVALID_EMAIL: { pointer: '/email', detail: localized('errors.auth.email_invalid') },
  FAILED_TO_VERIFY_REGISTRATION: { pointer: '/response', detail: localized('errors.auth.passkey_not_added') },
  AUTHENTICATION_FAILED: { pointer: '/response', detail: localized('errors.auth.passkey_wrong') },
  INVALID_EMAIL_OR_PASSWORD: { detail: localized('errors.auth.credentials_wrong') },
  INVALID_TWO_FACTOR_COOKIE: { detail: localized('errors.auth.sign_in_expired') },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { detail: localized('errors.auth.code_attempts') },
  TOTP_NOT_ENABLED: { detail: localized('errors.identity.no_authenticator') },
  CHALLENGE_NOT_FOUND: { detail: localized('errors.auth.took_too_long') },
  SESSION_NOT_FRESH: { detail: localized('errors.identity.sign_in_again') },
  USER_NOT_VERIFIED: { detail: localized('errors.auth.device_did_not_verify') },
  REGISTRATION_CLOSED: { detail: localized('errors.identity.registration_closed') },
  TOO_BUSY: { detail: localized('errors.identity.too_busy') },
  DATABASE_UNAVAILABLE: { detail: localized('errors.database.database_unavailable') },
  DISK_UNWRITABLE: { detail: localized('errors.disk.disk_unwritable') },
};

/** @param until the end of the ban as people read it; undefined: it has none */
export function banText(until: string | undefined, reason: string | undefined): LocalizedText {
  if (until && reason) return localized('errors.auth.banned_until_reason', { until, reason });
  if (until) return localized('errors.auth.banned_until', { until });
  return reason ? localized('errors.auth.banned_reason', { reason }) : localized('errors.auth.banned');
}
