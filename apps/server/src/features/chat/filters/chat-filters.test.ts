import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatFilters, createChatFilters } from './chat-filters.ts';
import { hasLink, isRepetitive, isShouting } from './spam.ts';
import { createWordMatcher } from './word-matcher.ts';

const matched = (words: readonly string[], texts: readonly string[]) => {
  const matcher = createWordMatcher(words);
  return texts.filter((text) => matcher.matches(text));
};

describe('blocked words', () => {
  it('are found in any case, with accents, other alphabets, digits, gaps, repeated and invisible letters', () => {
    const disguised = [
      'DARN',
      'dàrn',
      'dаrn',
      'd4rn',
      'd a r n',
      'd.a.r.n',
      'daaaarn',
      'da\u200brn',
      'well, darn!',
    ];
    expect(matched(['darn'], disguised)).toEqual(disguised);
  });

  it('match whole words, and parts of words only with a star', () => {
    const texts = ['darn', 'darned', 'goshdarn', 'goshdarned', 'da rn'];
    expect(matched(['darn'], texts)).toEqual(['darn']);
    expect(matched(['darn*'], texts)).toEqual(['darn', 'darned']);
    expect(matched(['*darn'], texts)).toEqual(['darn', 'goshdarn']);
    expect(matched(['*darn*'], texts)).toEqual(['darn', 'darned', 'goshdarn', 'goshdarned']);
  });

  it('may be phrases, overlap each other, and leave numbers alone', () => {
    expect(
      matched(['buy followers', 'followers now', 'so'], ['Buy  FOLLOWERS!', 'followers, now', '50']),
    ).toEqual(['Buy  FOLLOWERS!', 'followers, now']);
  });
});

describe('spam', () => {
  it('is distinguished from ordinary messages', () => {
    const links = ['https://example.org', 'see www.example', 'example.com/x', 'EXAMPLE．COM', 'a.b.gg'];
    expect(links.filter(hasLink)).toEqual(links);
    expect(['Mr.Smith said so', 'v1.2.3', 'wait...what', 'example.common'].filter(hasLink)).toEqual([]);
    expect(['THIS IS SO LOUD', 'GG WP', 'ok I like NASA'].filter(isShouting)).toEqual(['THIS IS SO LOUD']);
    const noise = ['a'.repeat(20), 'go go Go go go go'];
    expect([...noise, 'haha', 'no no no'].filter(isRepetitive)).toEqual(noise);
  });
});

describe('filters', () => {
  const match = (text: string, filters: Parameters<ChatFilters['match']>[1], words: readonly string[] = []) =>
    createChatFilters().match(text, filters, words);

  it('name the filter that a message matches, and pass messages whose filter their channel has not turned on', () => {
    expect(match('oh darn', [], ['darn'])).toBe('blocked_word');
    expect(match('example.org', ['links'])).toBe('links');
    expect(match('THIS IS SO LOUD', ['caps'])).toBe('caps');
    expect(match('a'.repeat(20), ['repetition'])).toBe('repetition');
    expect(match('THIS IS SO LOUD example.org aaaaaaaaaaaaaaaaaaaaaaaa', ['flood'])).toBeNull();
  });

  it('accept any text and any words without failing', () => {
    const text = fc.string({ unit: 'binary', maxLength: 500 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (message, words) => {
        match(message, ['links', 'caps', 'repetition'], words);
      }),
      { numRuns: 200 },
    );
  });

  it('visit each letter of a message about once, however many words are blocked and however they overlap', () => {
    const words = Array.from({ length: 500 }, (_, index) => `*${'a'.repeat((index % 59) + 1)}b*`);
    const matcher = createWordMatcher(words);
    let steps = 0;
    for (const length of [250, 500]) {
      steps = matcher.steps;
      expect(matcher.matches('a'.repeat(length))).toBe(false);
      // A text has at most four spellings, and each letter takes one step down and at most one back up.
      expect(matcher.steps - steps).toBeLessThan(10 * length);
    }
  });
});
