import { defineErrors } from '#platform/errors.ts';

export const profilesErrors = defineErrors({
  profile_not_found: ['not_found', 'There is nobody of that name here.'],
});
