import { defineErrors } from '#platform/errors.ts';

export const pagesErrors = defineErrors('pages', {
  page_changed: 'conflict',
  contact_too_fast: 'invalid',
  contact_expired: 'conflict',
  contact_limited: 'limited',
  contact_full: 'limited',
  message_not_found: 'not_found',
});
