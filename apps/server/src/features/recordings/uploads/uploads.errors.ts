import { UPLOADS_AT_ONCE } from '@tributary/contracts/recordings';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  upload_not_found: ['not_found', 'There is no such upload. It may have been canceled, or waited too long.'],
  upload_name_missing: [
    'invalid',
    'Send the name of the file as the metadata “filename”, in 1 to 255 characters.',
  ],
  upload_empty: ['invalid', 'This file is empty. Choose another one.'],
  upload_too_large: [
    'invalid',
    'This file is larger than this instance accepts. Make it smaller, then upload it again.',
  ],
  uploads_disabled: ['forbidden', 'This instance accepts no uploads.'],
  too_many_uploads: [
    'conflict',
    `You have ${UPLOADS_AT_ONCE} uploads under way. Wait until one is finished, or cancel one.`,
  ],
  upload_disk_full: ['unavailable', 'The server’s disk is full. Try again later.'],
});
