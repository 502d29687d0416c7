import { defineErrors } from '#platform/errors.ts';

export const adminErrors = defineErrors({
  user_not_found: ['not_found', 'There is no such account; it may have been deleted.'],
});
