import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  recording_not_found: ['not_found', 'There is no such recording. It may have been deleted.'],
  recording_runs: [
    'conflict',
    'This stream is still being recorded. End the stream first, then delete its recording.',
  ],
});
