/** Limits without schemas. */

export const CHAT_TEXT_MAX = 500;

/** Messages that those who open a chat receive, and a page of older ones. */
export const CHAT_PAGE_SIZE = 100;

export const CHAT_RETENTION_MAX_DAYS = 3650;
