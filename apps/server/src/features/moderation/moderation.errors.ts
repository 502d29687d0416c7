import { defineErrors } from '#platform/errors.ts';

export const moderationErrors = defineErrors({
  not_yourself: ['conflict', 'This cannot be done to your own account; ask another admin.'],
  stream_not_found: ['not_found', 'There is no such stream; its channel may have been deleted.'],
  stream_not_live: ['conflict', 'This stream is over already.'],
  already_verified: ['conflict', 'Your channel is verified already.'],
  already_requested: ['conflict', 'Your request waits for an admin already.'],
  request_not_found: ['not_found', 'There is no such request; its channel may have been deleted.'],
  already_decided: ['conflict', 'Another admin has decided this meanwhile; reload the list.'],
  not_verified: ['conflict', 'This channel has no badge.'],
  own_second_factor_first: [
    'invalid',
    'Set up your own second factor first: without it this would shut you out too.',
  ],
});
