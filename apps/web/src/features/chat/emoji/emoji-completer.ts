import type { Completer } from '../engine/completion.ts';
import { type EmojiGroup, inTone, readTone, searchEmoji } from './emoji.ts';

/** The beginning of a name, anywhere in a text, from which on the list of emoji is wanted. */
export const EMOJI_NAME = /(?:^|\s):[a-z]/i;

/** Completes `:` and the beginning of a name. */
export const emojiCompleter = (groups: readonly EmojiGroup[]): Completer => ({
  pattern: /(?:^|\s)(:[a-z][a-z_-]{1,30})$/i,
  find(typed) {
    const found = searchEmoji(
      groups.flatMap(({ emoji }) => emoji),
      typed.slice(1),
    );
    return found.slice(0, 6).map((emoji) => {
      const text = inTone(emoji, readTone());
      return { text, label: `${text} ${emoji.name}` };
    });
  },
});
