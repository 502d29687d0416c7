import { defineErrors } from '#platform/errors.ts';

export const followsErrors = defineErrors({
  channel_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  own_channel: ['conflict', "You can't follow your own channel."],
});
