import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  sign_in_required: ['unauthenticated', 'Sign in to chat.'],
  chat_closed: ['conflict', 'The stream has ended, and so has its chat.'],
  account_hidden: ['forbidden', 'Your account cannot chat at the moment.'],
});
