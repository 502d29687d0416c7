/** Limits of comments, without schemas. */

export const COMMENT_TEXT_MAX = 2000;
export const COMMENTS_PAGE_SIZE = 20;
export const REPLIES_PAGE_SIZE = 10;
/** The number of comments, replies and edits that one account can send in an hour. */
export const COMMENTS_PER_HOUR = 40;
/** The number that the accounts of one network can send in an hour. */
export const COMMENTS_PER_NETWORK = 160;
/** The orders that viewers choose from. */
export const COMMENT_ORDERS = ['top', 'newest'] as const;
export type CommentOrder = (typeof COMMENT_ORDERS)[number];
