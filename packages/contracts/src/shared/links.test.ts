import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkParts } from './links.ts';

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

describe('the links of a text', () => {
  it.each([
    ['see https://example.org/a?b=1#c!', ['https://example.org/a?b=1#c']],
    ['(https://example.org/wiki/Tea_(drink))', ['https://example.org/wiki/Tea_(drink)']],
    ['“HTTP://Example.ORG”', ['http://example.org/']],
    [
      'first https://a.example, then https://b.example:8080/x.',
      ['https://a.example/', 'https://b.example:8080/x'],
    ],
    ['https://bücher.example/', ['https://xn--bcher-kva.example/']],
    ['https://example.org/\u202egnp.exe', ['https://example.org/']],
    ['https://user:word@example.org https://bank.example@evil.example', []],
    ['javascript:alert(1) data:text/html,x www.a.example a@b.example xhttps://example.org https://', []],
  ])('in %j are %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it.each([
    ['https://Example.org/Tea', 'https://Example.org/Tea'],
    // The hosts have a Cyrillic letter, full-width characters, and an address in hexadecimal digits.
    ['https://ex\u0430mple.org/Tea', 'https://xn--exmple-4nf.org/Tea'],
    ['https://evil\u3002example', 'https://evil.example/'],
    ['https://0x7f.1/', 'https://127.0.0.1/'],
  ])('are shown for %j as %j, so that no host looks like another', (text, shown) => {
    expect(linkParts(text).map((part) => part.text)).toEqual([shown]);
  });

  it('keep every character of any text whose hosts are plain', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('https:// ', 'http://a.example/b', ').', ' ', '<'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const shown = linkParts(text).map((part) => part.text);
        expect(shown.join('')).toBe(text);
      }),
    );
  });
});
