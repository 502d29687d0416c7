import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile.ts';
import { formatParts, formatText, type Values } from './format.ts';

const write = (message: string, values: Values<never> = {}, locale = 'en-US') =>
  formatText(compileMessage(message).message, locale, values);

describe('formatText', () => {
  it('fills in texts, numbers, dates and choices', () => {
    expect(write('Copy {what}', { what: 'link' })).toBe('Copy link');
    expect(write('{count, number} of {total, number, percent}', { count: 1204, total: 0.5 })).toBe(
      '1,204 of 50%',
    );
    expect(write('{count, number}', { count: 1204 }, 'de')).toBe('1.204');
    expect(write('{day, date, ::yyyyMMdd}', { day: '2026-11-28T12:00:00Z' })).toBe('11/28/2026');
    expect(write('{kind, select, avatar {An avatar} other {An image}}', { kind: 'banner' })).toBe('An image');
  });

  it('chooses plurals by the rules of the language, exact numbers first', () => {
    const days = '{count, plural, =0 {none} one {# day} other {# days}}';
    expect([0, 1, 1204].map((count) => write(days, { count }))).toEqual(['none', '1 day', '1,204 days']);
    const arabic = '{count, plural, zero {0} one {1} two {2} few {few} many {many} other {other}}';
    expect([0, 1, 2, 3, 11, 100].map((count) => write(arabic, { count }, 'ar'))).toEqual([
      '0',
      '1',
      '2',
      'few',
      'many',
      'other',
    ]);
    expect(write('{count, plural, offset:1 one {# other} other {# others}}', { count: 3 })).toBe('2 others');
    expect(write('{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place: 22 })).toBe(
      '22nd',
    );
  });
});

describe('formatParts', () => {
  it('renders the text inside a tag, with its arguments', () => {
    const { message } = compileMessage('Read the <link>{name} rules</link>.');
    const link = (inner: (string | { href: string })[]) => ({ href: inner.join('') });
    expect(formatParts(message, 'en', { name: 'house', link })).toEqual([
      'Read the ',
      { href: 'house rules' },
      '.',
    ]);
  });
});

describe('compileMessage', () => {
  it('refuses an argument that is used in two ways, and a style that no formatter has', () => {
    expect(() => compileMessage('{count} {count, number}')).toThrow('{count} is used as text and as number');
    expect(() => compileMessage('{count, number, money}')).toThrow('The style of the number is unknown');
  });
});
