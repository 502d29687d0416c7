import { BLOCKS_MAX } from '@tributary/contracts/follows';
import { defineErrors } from '#platform/errors.ts';

export const followsErrors = defineErrors('follows', {
  channel_not_found: 'not_found',
  own_channel: 'conflict',
  follow_refused: 'forbidden',
  not_following: 'conflict',
  own_account: 'conflict',
  person_not_found: 'not_found',
  blocks_full: ['conflict', { max: BLOCKS_MAX }],
});
