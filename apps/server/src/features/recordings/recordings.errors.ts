import { CAPTION_TRACKS_MAX } from '@tributary/contracts/recordings';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  recording_not_found: ['not_found', 'There is no such recording. It may have been deleted.'],
  recording_runs: ['conflict', 'This stream is still being recorded. End the stream first, then try again.'],
  stream_not_running: ['conflict', 'You have no live stream to record.'],
  recordings_disabled: ['conflict', 'This instance doesn’t record streams. Record in your encoder instead.'],
  already_recorded: ['conflict', 'This stream is recorded already.'],
  over_quota: [
    'conflict',
    'Your recordings and uploads would use more than your storage. Delete recordings to make room.',
  ],
  no_tiers: [
    'conflict',
    'You offer no subscription tier, so nobody could watch. Create a tier first, or choose another visibility.',
  ],
  recording_belongs_to_event: [
    'conflict',
    'This stream is an event’s, so only holders of its tickets can watch the recording. Choose another visibility.',
  ],
  nothing_kept: [
    'invalid',
    'Nothing would be left of this recording. Keep at least one part that is longer than the distance between two keyframes.',
  ],
  recording_changed: ['conflict', 'This recording was trimmed elsewhere in the meantime. Try again.'],
  recording_withdrawn: ['forbidden', 'An admin has hidden this stream, so its recording can’t be split.'],
  chapter_after_end: ['invalid', 'A chapter starts after the end of the recording. Choose an earlier time.'],
  download_not_allowed: [
    'forbidden',
    'The creator of this recording does not allow downloads, or you may not watch it.',
  ],
  downloads_busy: ['unavailable', 'Too many downloads are running. Try again in a moment.'],
  previews_busy: ['unavailable', 'Too many previews are being rendered. Try again in a moment.'],
  captions_not_found: ['not_found', 'There are no captions in this language. They may have been deleted.'],
  captions_invalid: [
    'invalid',
    'This is not a WebVTT file that can be used. Fix the lines below, then try again.',
  ],
  captions_too_large: ['invalid', 'The captions are larger than 1 MiB. Shorten them, then try again.'],
  captions_busy: ['unavailable', 'Too many captions are being read. Try again in a moment.'],
  too_many_captions: [
    'conflict',
    `A recording has captions in at most ${CAPTION_TRACKS_MAX} languages. Delete one of them first.`,
  ],
  publish_at_needs_private: [
    'invalid',
    'Only a private recording can become public later. Make it private, or remove the time.',
  ],
});
