import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts';
import { defineErrors } from '#platform/errors.ts';

export const identityErrors = defineErrors({
  user_not_found: ['not_found', 'There is no such user.'],
  username_taken: ['conflict', 'That username is taken; choose another one.'],
  username_reserved: ['invalid', 'That username is reserved; choose another one.'],
  email_taken: ['conflict', 'There is an account with that email address already.'],
  too_busy: ['unavailable', 'Too many people are signing in or up right now; try again in a moment.'],
  password_unfit: [
    'invalid',
    `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters and is none that guessers try first.`,
  ],
  password_wrong: ['invalid', 'Incorrect password.'],
  sign_in_again: ['forbidden', 'Sign in again to do this: your sign-in was some time ago.'],
  session_not_found: ['not_found', 'There is no such session; it may have ended already.'],
  passkey_not_found: ['not_found', 'There is no such passkey; it may have been deleted already.'],
  signed_out: ['unauthenticated', 'Not authenticated'],
  too_many_attempts: ['limited', 'Too many attempts; wait a little.'],
  sign_in_elsewhere_off: ['not_found', 'This instance signs nobody in by another provider.'],
  provider_away: ['unavailable', 'The other provider does not answer; try again, or sign in another way.'],
  registration_closed: ['forbidden', 'This instance takes no new accounts at the moment.'],
  last_admin: ['conflict', 'This is the last admin who can act. Make somebody else an admin first.'],
  viewer_role_stays: ['invalid', 'Everybody holds the role viewer; it cannot be taken away.'],
});
