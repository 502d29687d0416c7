import { type ChatEmote, emoteCode } from '@tributary/contracts/chat';
import { type Completer, MAX_OPTIONS } from '../engine/composer/completion.ts';
import { type EmojiGroup, inTone, readTone, searchEmoji } from './emoji.ts';

/** Matches the beginning of an emoji's name anywhere in a text, for which the list of emoji is loaded. */
export const EMOJI_NAME = /(?:^|\s):\p{L}/u;

/** Completes `:` and the beginning of a name, with the channel's emotes first. */
export const emojiCompleter = (
  groups: readonly EmojiGroup[],
  emotes: readonly ChatEmote[] = [],
): Completer => ({
  pattern: /(?:^|\s)(:\p{L}[\p{L}\p{M}\p{N}_ー-]{1,30})$/u,
  find(typed) {
    const found = searchEmoji(
      groups.flatMap(({ emoji }) => emoji),
      typed.slice(1),
    );
    const own = emotes
      .filter(({ name, canUse }) => canUse && name.startsWith(typed.slice(1).toLowerCase()))
      .map(({ name, url }) => ({ text: emoteCode(name), label: emoteCode(name), imageUrl: url }));
    const emoji = found.slice(0, MAX_OPTIONS).map((emoji) => {
      const text = inTone(emoji, readTone());
      return { text, label: `${text} ${emoji.name}` };
    });
    return [...own, ...emoji].slice(0, MAX_OPTIONS);
  },
});
