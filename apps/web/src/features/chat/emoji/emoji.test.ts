import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLine } from '@tributary/contracts/shared';
import { LANGUAGES } from '@tributary/messages/languages';
import { describe, expect, it } from 'vitest';
import { complete } from '../engine/composer/completion.ts';
import { type Emoji, inLanguage, inTone, parseEmoji, searchEmoji, TONES } from './emoji.ts';
import { emojiCompleter } from './emoji-completer.ts';

const groups = parseEmoji(await readFile(join(import.meta.dirname, 'emoji.txt'), 'utf8'));
const all = groups.flatMap(({ emoji }) => emoji);
const namesIn = (language: string) => readFile(join(import.meta.dirname, 'names', `${language}.txt`), 'utf8');
const named = (name: string) => all.find((one) => one.name === name) ?? expect.fail(name);

describe('the list of emoji', () => {
  it('has nine groups of single emoji, which chat messages keep unchanged', () => {
    expect(groups).toHaveLength(9);
    expect(all.length).toBeGreaterThan(1_800);
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const isKept = ({ text }: Emoji) => [...segmenter.segment(text)].length === 1 && cleanLine(text) === text;
    expect(all.filter((emoji) => !isKept(emoji))).toEqual([]);
  });

  it('is searched by the beginnings of words, with the best match first', () => {
    const found = searchEmoji(all, 'red hea');
    expect(found[0]).toMatchObject({ text: '❤️', name: 'red heart' });
    expect(searchEmoji(all, 'thumbs_up').map(({ text }) => text)).toEqual(['👍']);
    expect(searchEmoji(all, '  ')).toEqual([]);
    expect(searchEmoji(all, 'constructor')).toEqual([]);
  });

  it('is searched by keywords, too, after all emoji with the word in their name', () => {
    const textsOf = (wanted: string) => searchEmoji(all, wanted).map(({ text }) => text);
    expect(textsOf('happy')[0]).toBe('😀');
    expect(textsOf('ship')[0]).toBe('🚢');
    expect(textsOf('ship')).toContain('⛵');
    expect(textsOf('summer ship')).toContain('⛵');
    expect(textsOf('sad')).toContain('😭');
    const inName = searchEmoji(all, 'heart').map(({ name }) => name.includes('heart'));
    expect(inName).toEqual(inName.toSorted((a, b) => Number(b) - Number(a)));
  });

  it('shows every person and hand in the chosen tone, and others unchanged', () => {
    const dark = TONES[5];
    expect(inTone(named('waving hand'), dark)).toBe('👋🏿');
    expect(inTone(named('victory hand'), dark)).toBe('✌🏿');
    expect(inTone(named('woman astronaut'), dark)).toBe('👩🏿‍🚀');
    expect(inTone(named('red heart'), dark)).toBe('❤️');
    expect(inTone(named('waving hand'), TONES[0])).toBe('👋');
  });

  it('has a name of its own for every emoji in every language', async () => {
    const files = await readdir(join(import.meta.dirname, 'names'));
    const languages = files.filter((file) => file.endsWith('.txt')).map((file) => file.replace('.txt', ''));
    expect(languages.toSorted()).toEqual(LANGUAGES.filter((language) => language !== 'en').toSorted());
    for (const language of languages) {
      const lines = (await namesIn(language)).trimEnd().split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(all.map(({ text }) => text));
    }
  });

  it.each([
    ['de', 'rotes Herz', '❤️', ['rotes h', ':herz', 'red heart']],
    ['fr', 'cœur rouge', '❤️', ['coeur r', 'cœur']],
    ['es', 'león', '🦁', ['leon', 'LEÓN', 'lion']],
    ['ja', '笑顔', '😄', ['笑顔', '顔', 'スマイル', 'smile']],
    ['ar', 'نخلة', '🌴', ['نخلة', 'شجر', 'palm']],
  ])(
    'in %s, is searched by the names of that language and by the English ones',
    async (language, name, text, searches) => {
      const named = inLanguage(groups, await namesIn(language)).flatMap(({ emoji }) => emoji);
      expect(named.find((one) => one.text === text)?.name).toBe(name);
      for (const wanted of searches)
        expect(searchEmoji(named, wanted.replace(/^:/, '')).map((one) => one.text)).toContain(text);
    },
  );

  it('completes a colon and the beginning of a name in any script', async () => {
    const arabic = inLanguage(groups, await namesIn('ar'));
    expect(complete(':نخلة', [emojiCompleter(arabic)])?.options[0]?.text).toBe('🌴');
  });

  it('completes a colon and the beginning of a name, but not a time or a smiley', () => {
    const at = (before: string) => complete(before, [emojiCompleter(groups)])?.options[0]?.text ?? null;
    expect(at('nice :thumbs')).toBe('👍');
    for (const before of ['at 10:30', ':)', 'a:smile', ':x']) expect(at(before)).toBeNull();
  });
});
