import { defineErrors } from '#platform/errors.ts';

export const channelsErrors = defineErrors({
  not_a_streamer: ['forbidden', 'This account has no channel yet: become a streamer first.'],
});
