import { defineErrors } from '#platform/errors.ts';

export const channelsErrors = defineErrors({
  streamer_not_found: ['not_found', 'There is no such streamer. Check the name in the address.'],
  not_a_streamer: ['forbidden', 'This account doesn’t have a channel yet. Choose Start Streaming first.'],
});
