import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf } from './links.ts';

const linksOf = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

it('finds web addresses in a text, without the punctuation behind them', () => {
  expect(linksOf('The parts list (https://a.example/list), and http://b.example/x?y=1#z.')).toEqual([
    'https://a.example/list',
    'http://b.example/x?y=1#z',
  ]);
});

it('makes a link of nothing but web addresses', () => {
  expect(linksOf('javascript:alert(1) data:text/html,x www.a.example https:// a@b.example')).toEqual([]);
});

it('keeps every character of any text', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('https://', 'http://a.example/b', ').', ' ', '<'));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(
        partsOf(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
