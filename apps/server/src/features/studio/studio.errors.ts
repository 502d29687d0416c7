import { MARKERS_PER_STREAM } from '@tributary/contracts/studio';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('studio', {
  stream_not_found: 'not_found',
  marker_not_found: 'not_found',
  not_live: 'conflict',
  markers_full: ['conflict', { max: MARKERS_PER_STREAM }],
});
