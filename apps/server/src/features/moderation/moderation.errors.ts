import { defineErrors } from '#platform/errors.ts';

export const moderationErrors = defineErrors({
  not_yourself: ['conflict', "You can't do this to your own account. Ask another admin."],
  stream_not_found: ['not_found', 'There is no such stream. Its channel may have been deleted.'],
  stream_not_live: ['conflict', 'This stream has already ended.'],
  already_verified: ['conflict', 'Your channel is already verified.'],
  already_requested: ['conflict', 'Your request is already waiting for an admin.'],
  request_not_found: ['not_found', 'There is no such request. Its channel may have been deleted.'],
  already_decided: ['conflict', 'Another admin has already decided this request. Reload the list.'],
  not_verified: ['conflict', 'This channel is not verified.'],
});
