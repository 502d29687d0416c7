import { CAPTION_TRACKS_MAX } from '@tributary/contracts/recordings';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('recordings', {
  recording_not_found: 'not_found',
  recording_runs: 'conflict',
  stream_not_running: 'conflict',
  recordings_disabled: 'conflict',
  already_recorded: 'conflict',
  over_quota: 'conflict',
  no_tiers: 'conflict',
  recording_belongs_to_event: 'conflict',
  nothing_kept: 'invalid',
  recording_changed: 'conflict',
  recording_withdrawn: 'forbidden',
  chapter_after_end: 'invalid',
  download_not_allowed: 'forbidden',
  downloads_busy: 'unavailable',
  previews_busy: 'unavailable',
  captions_not_found: 'not_found',
  captions_invalid: 'invalid',
  captions_too_large: 'invalid',
  captions_busy: 'unavailable',
  too_many_captions: ['conflict', { max: CAPTION_TRACKS_MAX }],
  publish_at_needs_private: 'invalid',
});
