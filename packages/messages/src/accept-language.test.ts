import { expect, it } from 'vitest';
import { acceptedLanguage } from './accept-language.ts';

it.each([
  ['de', 'de'],
  ['de-CH, de;q=0.9, en;q=0.8', 'de'],
  ['en;q=0.2, ar;q=0.8', 'ar'],
  ['nl, pt;q=0.5, *;q=0.1', 'pt-BR'],
  ['fr;q=0, ja;q=0.1', 'ja'],
  ['nl', 'en'],
  ['de;q=wrong, es', 'es'],
])('takes from the header “%s” the language %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

it('takes none from a header that is missing, empty or states any', () => {
  for (const header of [undefined, null, '', '*', ' , ']) expect(acceptedLanguage(header)).toBeNull();
});
