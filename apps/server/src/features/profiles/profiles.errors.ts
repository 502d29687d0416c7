import { defineErrors } from '#platform/errors.ts';

export const profilesErrors = defineErrors('profiles', {
  // Section 8 of the specification gives this text.
  profile_not_found: 'not_found',
  video_not_found: 'not_found',
});
