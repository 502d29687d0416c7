import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('clips', {
  streamer_not_found: 'not_found',
  clip_not_found: 'not_found',
  not_recorded: 'conflict',
  clips_not_allowed: 'forbidden',
  clips_for_followers: 'forbidden',
  clips_for_subscribers: 'forbidden',
  clip_storage_full: 'conflict',
  too_many_clips: 'limited',
});
