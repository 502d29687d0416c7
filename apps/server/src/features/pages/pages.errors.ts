import { defineErrors } from '#platform/errors.ts';

export const pagesErrors = defineErrors({
  page_changed: ['conflict', 'Somebody else has changed this page. Reload it and make your changes again.'],
  contact_too_fast: ['invalid', 'That was quick. Wait a few seconds and send it again.'],
  contact_expired: ['conflict', 'This form was open for too long or sent already. Send it again.'],
  contact_limited: ['limited', 'Too many messages came from your network. Try again in an hour.'],
  contact_full: ['limited', 'Too many messages are arriving right now. Try again in an hour.'],
  message_not_found: ['not_found', 'There is no such message.'],
});
