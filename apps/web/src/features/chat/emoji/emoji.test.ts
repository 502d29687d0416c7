import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLine } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { complete } from '../engine/composer/completion.ts';
import { type Emoji, inTone, parseEmoji, searchEmoji, TONES } from './emoji.ts';
import { emojiCompleter } from './emoji-completer.ts';

const groups = parseEmoji(await readFile(join(import.meta.dirname, 'emoji.txt'), 'utf8'));
const all = groups.flatMap(({ emoji }) => emoji);
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

  it('completes a colon and the beginning of a name, but not a time or a smiley', () => {
    const at = (before: string) => complete(before, [emojiCompleter(groups)])?.options[0]?.text ?? null;
    expect(at('nice :thumbs')).toBe('👍');
    for (const before of ['at 10:30', ':)', 'a:smile', ':x']) expect(at(before)).toBeNull();
  });
});
