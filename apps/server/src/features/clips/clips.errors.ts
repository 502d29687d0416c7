import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  streamer_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  clip_not_found: ['not_found', 'There is no such clip. It may have been deleted.'],
  not_recorded: [
    'conflict',
    'This part of the stream isn’t recorded, so it can’t be clipped. Choose another part.',
  ],
  clips_not_allowed: ['forbidden', 'This channel doesn’t let you make clips of its streams.'],
  clips_for_followers: ['forbidden', 'Only followers of this channel can make clips. Follow it first.'],
  clips_for_subscribers: ['forbidden', 'Only subscribers of this channel can make clips.'],
  clip_storage_full: [
    'conflict',
    'This channel has no room for more clips. Its streamer can delete clips or recordings to make room for yours.',
  ],
  too_many_clips: ['limited', 'You’ve made many clips in the past hour. Try again later.'],
});
