/** Finds the filter that keeps a message out of the chat. */
import type { ChatMatch, ChatSettings } from '@tributary/contracts/chat';
import { hasLink, isRepetitive, isShouting } from './spam.ts';
import { WordMatcher } from './word-matcher.ts';

/** The matchers of this many word lists are kept. */
const KEPT_MATCHERS = 200;

export class ChatFilters {
  readonly #matchers = new Map<string, WordMatcher>();

  /** @returns the first that matches */
  match(text: string, filters: ChatSettings['filters'], words: readonly string[]): ChatMatch | null {
    if (words.length > 0 && this.#matcherOf(words).matches(text)) return 'blocked_word';
    if (filters.includes('links') && hasLink(text)) return 'links';
    if (filters.includes('caps') && isShouting(text)) return 'caps';
    return filters.includes('repetition') && isRepetitive(text) ? 'repetition' : null;
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
