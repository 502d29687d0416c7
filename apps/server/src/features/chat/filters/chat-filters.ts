/** Refuses messages because of what they say. */
import type { ChatSettings } from '@tributary/contracts';
import { errors } from '../chat.errors.ts';
import { hasLink, isRepetitive, isShouting } from './spam.ts';
import { WordMatcher } from './word-matcher.ts';

/** Matchers of so many lists of words are kept. */
const KEPT_MATCHERS = 200;

export class ChatFilters {
  readonly #matchers = new Map<string, WordMatcher>();

  /**
   * @param lists of blocked words, of the instance and of the channel
   * @throws chat_blocked_word, chat_link, chat_capitals, chat_repetition
   */
  check(text: string, filters: ChatSettings['filters'], lists: readonly (readonly string[])[]): void {
    if (lists.some((words) => words.length > 0 && this.#matcherOf(words).matches(text)))
      throw errors.chat_blocked_word();
    if (filters.includes('links') && hasLink(text)) throw errors.chat_link();
    if (filters.includes('caps') && isShouting(text)) throw errors.chat_capitals();
    if (filters.includes('repetition') && isRepetitive(text)) throw errors.chat_repetition();
  }

  #matcherOf(words: readonly string[]): WordMatcher {
    const key = words.join('\n');
    const matcher = this.#matchers.get(key) ?? new WordMatcher(words);
    // The least recently used list is the first.
    this.#matchers.delete(key);
    this.#matchers.set(key, matcher);
    const [oldest] = this.#matchers.keys();
    if (this.#matchers.size > KEPT_MATCHERS && oldest !== undefined) this.#matchers.delete(oldest);
    return matcher;
  }
}
