import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { streamTitle } from '../channels/channels.ts';
import { chatText } from '../chat/chat.ts';
import { chatBanRequest } from '../chat/chat-moderation.ts';
import { chatPollRequest } from '../chat/chat-polls.ts';
import { newClip } from '../clips/clips.ts';
import { displayName } from '../identity/users.ts';
import { donationGoalEdit } from '../money/donation-pages.ts';
import { eventEdit } from '../money/own-events.ts';
import { tierEdit } from '../money/own-tiers.ts';
import { profileEdit } from '../profiles/profiles.ts';
import { chapter } from './chapters.ts';
import { cleanLine, cleanLines } from './clean-text.ts';
import { adminReason } from './fields.ts';

describe('a line of text', () => {
  it.each([
    ['loses control characters and line breaks', 'a\u0000b\u0007\r\n\tc', 'a b c'],
    [
      'loses characters that change the direction of other text',
      'abc\u202edef\u2066ghi\u200f',
      'abc def ghi',
    ],
    ['loses invisible characters, alone and between letters', '\u200b\ufeffa\u2060b\u3164\u2800', 'a b'],
    ['keeps few marks on a letter', `z${'\u0351'.repeat(40)}o`, `z${'\u0351'.repeat(4)}o`],
    ['is composed', 'e\u0301', '\u00e9'],
    ['replaces half of a surrogate pair', 'a\ud83db', 'a\ufffdb'],
    ['keeps emoji that consist of several characters', '👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ ❤️‍🔥', '👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ ❤️‍🔥'],
    ['keeps languages with marks and joiners', 'नमस्ते می‌خواهم ที่นี่', 'नमस्ते می‌خواهم ที่นี่'],
    [
      'stays what it is where it looks like HTML',
      '<img src=x onerror=alert(1)>&amp;',
      '<img src=x onerror=alert(1)>&amp;',
    ],
  ])('%s', (_what, given, stored) => {
    expect(cleanLine(given)).toBe(stored);
  });

  it('has no control characters, no double spaces, and stays as it is when it is cleaned again', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('\u202e', '\u0301', '\u200b', '\n', ' ', 'e', '\ud83d'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const line = cleanLine(parts.join(''));
        expect(line).not.toMatch(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\s\s|^\s|\s$/u);
        expect(cleanLine(line)).toBe(line);
      }),
    );
  });
});

it('keeps the lines of a longer text and their indentation', () => {
  expect(cleanLines('\n- a\u202e\u0007 \r\n  - b\r\n\n\tc\u200b ')).toBe('- a\n  - b\n\n c');
});

it.each<[string, z.ZodType]>([
  ['the name of an account', displayName],
  ['a bio', profileEdit.shape.bio],
  ['the title of a stream', streamTitle],
  ['the title of an event', eventEdit.shape.title],
  ['the description of an event', eventEdit.shape.description],
  ['the name of a tier', tierEdit.shape.name],
  ['the title of a clip', newClip.shape.title],
  ['the title of a chapter', chapter.shape.title],
  ['the title of a goal', donationGoalEdit.shape.title],
  ['a chat message', chatText],
  ['the question of a poll', chatPollRequest.shape.question],
  ['the reason of a ban from a chat', chatBanRequest.shape.reason],
  ['the reason of an admin', adminReason],
])('turns no other text around: %s', (_what, schema) => {
  expect(schema.parse(' Ada\u202e\u2066gnp.exe\u0007\u200b ')).toBe('Ada gnp.exe');
});
