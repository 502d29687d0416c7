import { defineErrors } from '#platform/errors.ts';

export const channelsErrors = defineErrors('channels', {
  streamer_not_found: 'not_found',
  not_a_streamer: 'forbidden',
});
