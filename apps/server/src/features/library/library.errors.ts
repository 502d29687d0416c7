import { defineErrors } from '#platform/errors.ts';

export const libraryErrors = defineErrors({
  stream_not_found: ['not_found', 'There is no such stream. It may have been removed.'],
});
