import { defineErrors } from '#platform/errors.ts';

export const profilesErrors = defineErrors({
  // The text is given by spec section 8.
  profile_not_found: ['not_found', 'Profile not found'],
});
