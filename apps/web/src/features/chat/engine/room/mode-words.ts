import { type ChatModes, formatChatDuration } from '@tributary/contracts/chat';

/** The modes that are on, in words: `Slow mode (10 seconds)`. */
export function modeWords(modes: ChatModes): string[] {
  const { slowSeconds, followersMinutes, subscribersOnly, emoteOnly, uniqueMessages } = modes;
  const words: readonly (string | false)[] = [
    slowSeconds > 0 && `Slow mode (${formatChatDuration(slowSeconds)})`,
    followersMinutes === 0 && 'Followers-only',
    followersMinutes !== null &&
      followersMinutes > 0 &&
      `Followers-only (${formatChatDuration(followersMinutes * 60)})`,
    subscribersOnly && 'Subscribers-only',
    emoteOnly && 'Emote-only',
    uniqueMessages && 'Unique messages',
  ];
  return words.filter((word) => word !== false);
}
