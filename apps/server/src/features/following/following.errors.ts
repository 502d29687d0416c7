import { defineErrors } from '#platform/errors.ts';

export const followingErrors = defineErrors({
  channel_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  own_channel: ['conflict', 'This is your own channel; it needs no follow of yours.'],
  stream_not_found: ['not_found', 'There is no such stream. It may have been removed.'],
});
