import { UPLOADS_AT_ONCE } from '@tributary/contracts/recordings';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('uploads', {
  upload_not_found: 'not_found',
  upload_name_missing: 'invalid',
  upload_empty: 'invalid',
  upload_too_large: 'invalid',
  uploads_disabled: 'forbidden',
  too_many_uploads: ['conflict', { max: UPLOADS_AT_ONCE }],
  upload_disk_full: 'unavailable',
});
