import { defineErrors } from '#platform/errors.ts';

export const pagesErrors = defineErrors({
  page_changed: [
    'conflict',
    'Somebody else has changed this page meanwhile; reload it, then make your changes again.',
  ],
  contact_too_fast: ['invalid', 'That was quick. Wait a few seconds, then send it again.'],
  contact_expired: ['conflict', 'This form has been open for too long; send it once more.'],
  contact_full: ['limited', 'Too many messages arrive right now; try again in an hour.'],
  message_not_found: ['not_found', 'There is no such message.'],
});
