import type { ChatModes } from '@tributary/contracts/chat';
import { t } from '@/lib/messages/t.ts';
import { durationInWords } from './duration-words.ts';

/** The modes that are on, in words: `Slow mode (10 seconds)`. */
export function modeWords(modes: ChatModes): string[] {
  const { slowSeconds, followersMinutes, subscribersOnly, emoteOnly, uniqueMessages } = modes;
  const words: readonly (string | false)[] = [
    slowSeconds > 0 && t('chat.mode.slowFor', { duration: durationInWords(slowSeconds) }),
    followersMinutes === 0 && t('chat.mode.followersOnly'),
    followersMinutes !== null &&
      followersMinutes > 0 &&
      t('chat.mode.followersOnlyFor', { duration: durationInWords(followersMinutes * 60) }),
    subscribersOnly && t('chat.mode.subscribersOnly'),
    emoteOnly && t('chat.mode.emoteOnly'),
    uniqueMessages && t('chat.mode.unique'),
  ];
  return words.filter((word) => word !== false);
}
