import type { ChatMatch } from '@tributary/contracts/chat';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('comments', {
  recording_not_found: 'not_found',
  comment_not_found: 'not_found',
  account_hidden: 'forbidden',
  comments_off: 'forbidden',
  comments_banned: 'forbidden',
  comment_blocked_word: 'invalid',
  comment_link: 'invalid',
  comment_capitals: 'invalid',
  comment_repetition: 'invalid',
  comment_decided: 'conflict',
  comments_limited: 'limited',
  not_moderator: 'forbidden',
});

/** The error for each filter that can match a comment. */
export const FILTER_ERRORS = {
  blocked_word: errors.comment_blocked_word,
  links: errors.comment_link,
  caps: errors.comment_capitals,
  repetition: errors.comment_repetition,
} satisfies Record<ChatMatch, unknown>;
