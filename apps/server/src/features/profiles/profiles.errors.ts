import { defineErrors } from '#platform/errors.ts';

export const profilesErrors = defineErrors({
  profile_not_found: ['not_found', 'There is no such profile. Check the name in the address.'],
});
