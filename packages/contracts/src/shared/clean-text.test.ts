import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanLines } from './clean-text.ts';

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
      fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
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
