import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import { defineErrors } from '#platform/errors.ts';

export const identityErrors = defineErrors({
  user_not_found: ['not_found', 'There is no such user.'],
  username_taken: ['conflict', 'That username is taken. Choose another one.'],
  username_reserved: ['invalid', 'That username is reserved. Choose another one.'],
  email_taken: ['conflict', 'There is already an account with that email address.'],
  too_busy: ['unavailable', 'Too many people are signing in right now. Try again in a moment.'],
  password_unfit: ['invalid', `Use ${PASSWORD_MIN} to ${PASSWORD_MAX} characters that are hard to guess.`],
  password_wrong: ['invalid', 'Incorrect password.'],
  sign_in_again: ['forbidden', 'Sign in again to do this. Your last sign-in was too long ago.'],
  session_not_found: ['not_found', 'There is no such session. It may have ended already.'],
  passkey_not_found: ['not_found', 'There is no such passkey. It may have been deleted already.'],
  review_ended: ['forbidden', 'The time to do this without signing in is over. Sign in to delete passkeys.'],
  no_authenticator: ['invalid', 'This account has no authenticator app.'],
  signed_out: ['unauthenticated', 'Not authenticated'],
  too_many_attempts: ['limited', 'Too many attempts. Wait a moment and try again.'],
  too_many_failures: [
    'limited',
    'Too many failed sign-ins to this account. Use a browser where you have signed in before, sign in another way, or try again later.',
  ],
  oidc_not_configured: ['not_found', 'This instance has no other sign-in provider.'],
  provider_unavailable: [
    'unavailable',
    'The sign-in provider isn’t responding. Try again, or sign in another way.',
  ],
  registration_closed: ['forbidden', 'This instance isn’t accepting new accounts right now.'],
  last_admin: ['conflict', 'This is the last active admin. Make somebody else an admin first.'],
  viewer_role_stays: ['invalid', 'Every account has the viewer role. It cannot be removed.'],
});
