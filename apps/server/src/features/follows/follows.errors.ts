import { BLOCKS_MAX } from '@tributary/contracts/follows';
import { defineErrors } from '#platform/errors.ts';

export const followsErrors = defineErrors({
  channel_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  own_channel: ['conflict', 'You can’t follow your own channel.'],
  follow_refused: ['forbidden', 'You can’t follow this channel.'],
  not_following: ['conflict', 'You don’t follow this channel. Follow it to choose its notifications.'],
  own_account: ['conflict', 'You can’t block your own account.'],
  person_not_found: ['not_found', 'There is no such account. It may have been deleted.'],
  blocks_full: [
    'conflict',
    `You have blocked ${BLOCKS_MAX} people, the most there can be. Unblock somebody first.`,
  ],
});
