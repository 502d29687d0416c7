import { type ChatMessage, type ChatReply, mentionParts } from '@tributary/contracts/chat';
import { cleanLine, userId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { concerns } from '../people/concerns.ts';
import { authorsOf, complete, insertOption, mentionCompleter } from './completion.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const BEN = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');
const author = (id: typeof ADA, username: string, displayName = username) => ({
  id,
  username,
  displayName,
  badges: [],
});
const ada = author(ADA, 'ada');
const ben = author(BEN, 'ben-2', 'Бен');
const message = (text: string | null, by = ben, replyTo: ChatReply | null = null): ChatMessage => ({
  number: 2,
  clientId: 'c',
  sentAt: '2026-01-01T00:00:00Z',
  author: by,
  text,
  replyTo,
  kind: 'message',
});

describe('completing a mention', () => {
  const completers = [mentionCompleter(() => authorsOf([message('hi', ada), message('hello')], null))];
  const optionsAt = (before: string) => complete(before, completers)?.options.map(({ text }) => text) ?? null;

  it('offers the latest authors, by username or display name, in any case', () => {
    expect(optionsAt('hi @')).toEqual(['@ben-2', '@ada']);
    expect(optionsAt('@A')).toEqual(['@ada']);
    expect(optionsAt('@бе')).toEqual(['@ben-2']);
  });

  it('offers nothing in an address, for unknown names, and for complete ones', () => {
    for (const before of ['ada@', 'x.@a', '@nobody', '@ada', 'hi @ada ', '']) {
      expect(optionsAt(before)).toBeNull();
    }
  });

  it('replaces the typed text with the option and one space', () => {
    const [option] = complete('hi @a', completers)?.options ?? [];
    expect(option && insertOption('hi @a there', 5, 3, option)).toEqual({ text: 'hi @ada there', caret: 8 });
  });
});

describe('mentions in a text', () => {
  it('are names after an at sign, in any case, and the parts are the text', () => {
    const text = 'Hi @ADA, @ben-2! mail@ada.org @@ada @ada_ <b>@ben-2</b>';
    const parts = mentionParts(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.flatMap(({ username }) => username ?? [])).toEqual(['ada', 'ben-2', 'ben-2']);
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>@ada'],
    ['direction overrides', '\u202e@ada\u202c'],
    ['stacked marks', `@ada${'\u0351'.repeat(40)}`],
    ['zero-width characters', '@a\u200bda'],
  ])('are only text in what contains %s', (_what, given) => {
    const clean = cleanLine(given);
    expect(
      mentionParts(clean)
        .map(({ text }) => text)
        .join(''),
    ).toBe(clean);
    expect(clean).not.toMatch(/[\u200b\u202a-\u202e]/);
  });

  it('concern the mentioned and the answered person, but not the author, and not when deleted', () => {
    const reply: ChatReply = { number: 1, author: ada, text: 'first' };
    expect(concerns(message('hello @Ada'), ada)).toBe(true);
    expect(concerns(message('yes', ben, reply), ada)).toBe(true);
    expect(concerns(message('yes', ada, reply), ada)).toBe(false);
    expect(concerns(message(null, ben, reply), ada)).toBe(false);
    expect(concerns(message('hello'), ada)).toBe(false);
    expect(concerns(message('see https://example.org/?by=@ada'), ada)).toBe(false);
    expect(concerns(message('see https://example.org/?by=@ben-2, @ada'), ada)).toBe(true);
  });
});
