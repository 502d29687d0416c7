import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  stream_not_found: [
    'not_found',
    'There is no such stream. It may have been removed, or the address mistyped.',
  ],
  streamer_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
});
