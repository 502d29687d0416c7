import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  sign_in_required: ['unauthenticated', 'Sign in to chat.'],
  chat_closed: ['conflict', 'The stream has ended, and so has its chat.'],
  chat_banned: ['forbidden', 'You can’t write in this chat.'],
  not_moderator: ['forbidden', 'You can’t do this in this chat.'],
  stream_not_found: ['not_found', 'There is no such stream.'],
  message_not_found: ['not_found', 'There is no such message. It may have been deleted.'],
  person_not_found: ['not_found', 'There is no such account.'],
  account_hidden: ['forbidden', 'Your account cannot chat at the moment.'],
});
