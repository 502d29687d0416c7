import { defineErrors } from '#platform/errors.ts';

export const channelsErrors = defineErrors({
  not_a_streamer: ['forbidden', 'This account doesn’t have a channel yet. Choose Start Streaming first.'],
});
