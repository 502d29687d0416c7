import { defineErrors } from '#platform/errors.ts';

export const libraryErrors = defineErrors('library', {
  stream_not_found: 'not_found',
});
