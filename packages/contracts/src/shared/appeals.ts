/** Appeals against bans, from the instance or from a channel's chats, without schemas. */
export const APPEAL_TEXT_MAX = 1000;
export const APPEAL_REPLY_MAX = 500;

export const APPEAL_OUTCOMES = ['lifted', 'upheld'] as const;
