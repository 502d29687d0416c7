import { defineErrors } from '#platform/errors.ts';

export const identityErrors = defineErrors({
  user_not_found: ['not_found', 'There is no such user.'],
  username_taken: ['conflict', 'That username is taken; choose another one.'],
  username_reserved: ['invalid', 'That username is reserved; choose another one.'],
  email_taken: ['conflict', 'There is an account with that email address already.'],
  too_busy: ['unavailable', 'Too many people are signing up right now; try again in a moment.'],
  viewer_role_stays: ['invalid', 'Everybody holds the role viewer; it cannot be taken away.'],
});
