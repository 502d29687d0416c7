import { expect, it } from 'vitest';
import { chooseLanguage, directionOf, LANGUAGES } from './languages.ts';

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['nl', 'fr-CA'], 'fr'],
  [['zh'], 'en'],
  [[], 'en'],
])('chooses for %j the language %s', (wanted, chosen) => {
  expect(chooseLanguage(wanted, LANGUAGES)).toBe(chosen);
});

it('chooses English where nothing else is offered', () => {
  expect(chooseLanguage(['de', 'ar'], ['en'])).toBe('en');
});

it('writes Arabic from right to left', () => {
  expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
});
