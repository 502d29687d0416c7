import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import { defineErrors } from '#platform/errors.ts';

export const identityErrors = defineErrors('identity', {
  user_not_found: 'not_found',
  username_taken: 'conflict',
  username_reserved: 'invalid',
  email_taken: 'conflict',
  too_busy: 'unavailable',
  password_unfit: ['invalid', { min: PASSWORD_MIN, max: PASSWORD_MAX }],
  password_wrong: 'invalid',
  sign_in_again: 'forbidden',
  session_not_found: 'not_found',
  passkey_not_found: 'not_found',
  review_ended: 'forbidden',
  no_authenticator: 'invalid',
  signed_out: 'unauthenticated',
  too_many_attempts: 'limited',
  too_many_failures: 'limited',
  oidc_not_configured: 'not_found',
  provider_unavailable: 'unavailable',
  registration_closed: 'forbidden',
  invitation_needed: 'invalid',
  invitation_not_found: 'not_found',
  too_many_invitations: 'conflict',
  own_account: 'invalid',
  last_admin: 'conflict',
  viewer_role_stays: 'invalid',
});
