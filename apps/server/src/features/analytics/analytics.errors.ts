import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('analytics', {
  stream_not_found: 'not_found',
});
