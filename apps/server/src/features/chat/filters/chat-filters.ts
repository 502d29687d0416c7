/** Finds the filter that keeps a message out of the chat. */
import type { ChatMatch, ChatSettings } from '@tributary/contracts/chat';
import { hasLink, isRepetitive, isShouting } from './spam.ts';
import { createWordMatcher, type WordMatcher } from './word-matcher.ts';

/** The number of word lists whose matchers are kept. */
const KEPT_MATCHERS = 200;

export interface ChatFilters {
  /** @returns the first filter that matches, or null */
  match(text: string, filters: ChatSettings['filters'], words: readonly string[]): ChatMatch | null;
}

export function createChatFilters(): ChatFilters {
  const matchers = new Map<string, WordMatcher>();

  function matcherOf(words: readonly string[]): WordMatcher {
    const key = words.join('\n');
    const matcher = matchers.get(key) ?? createWordMatcher(words);
    // Moves the list to the end: the first one is the least recently used.
    matchers.delete(key);
    matchers.set(key, matcher);
    const [oldest] = matchers.keys();
    if (matchers.size > KEPT_MATCHERS && oldest !== undefined) matchers.delete(oldest);
    return matcher;
  }

  return {
    match(text, filters, words) {
      if (words.length > 0 && matcherOf(words).matches(text)) return 'blocked_word';
      if (filters.includes('links') && hasLink(text)) return 'links';
      if (filters.includes('caps') && isShouting(text)) return 'caps';
      return filters.includes('repetition') && isRepetitive(text) ? 'repetition' : null;
    },
  };
}
