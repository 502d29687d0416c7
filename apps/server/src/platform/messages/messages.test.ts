import { describe, expect, it } from 'vitest';
import { languageOf, languageOfSocket, localize, localized, textIn, wantedLanguages } from './index.ts';

describe('textIn', () => {
  it('writes a message in a language, with its arguments', () => {
    expect(textIn('en', 'ui.copy.copied', { what: 'Link' })).toBe('Link copied');
    expect(textIn('de', 'ui.copy.copied', { what: 'Link' })).toBe('Link kopiert');
    expect(textIn('ja', 'ui.tryAgain')).toBe('再試行');
  });
});

describe('localize', () => {
  it('writes the texts and amounts among the arguments in the language as well', () => {
    const text = localized('ui.copy.copied', { what: localized('ui.tryAgain') });
    expect(localize(text, 'en')).toBe('Try again copied');
    expect(localize(text, 'de')).toBe('Noch einmal versuchen kopiert');
    const amount = localized('ui.copy.copied', { what: { minor: 120_450, currency: 'USD' } });
    expect(localize(amount, 'en')).toBe('$1,204.50 copied');
    expect(localize(amount, 'de')).toBe('1.204,50\u00a0$ kopiert');
  });
});

describe('wantedLanguages', () => {
  it.each([
    ['de', ['de']],
    ['de-AT, de;q=0.9, en;q=0.5', ['de-AT', 'de', 'en']],
    ['en;q=0.2, ja; q=0.8, fr', ['fr', 'ja', 'en']],
    ['de;q=0, ar', ['ar']],
    ['*', []],
    ['', []],
    [undefined, []],
    ['de;q=2, \u0000, ;;;, q=1, fr;q=x, es', ['es']],
  ])('reads %j', (header, languages) => {
    expect(wantedLanguages(header)).toEqual(languages);
  });

  it('reads the beginning of a long header only', () => {
    expect(wantedLanguages(`${'x,'.repeat(10_000)}de`)).not.toContain('de');
  });
});

describe('languageOf', () => {
  it.each([
    ['de-CH,fr;q=0.8', 'de'],
    ['pt-PT', 'pt-BR'],
    ['xx, ar-EG;q=0.1', 'ar'],
    ['klingon', 'en'],
    [undefined, 'en'],
  ])('answers %j in a language of the catalogues, or else in English', (header, language) => {
    expect(languageOf({ headers: { 'accept-language': header } })).toBe(language);
  });
});

describe('languageOfSocket', () => {
  it.each([
    ['/api/realtime?language=ar-u-nu-latn', 'de', 'ar'],
    ['/api/realtime?language=klingon', 'de', 'de'],
    ['/api/realtime', 'fr', 'fr'],
    ['/api/realtime?language=', undefined, 'en'],
  ])('is that of the address, or else of the browser: %s, %s', (url, header, language) => {
    expect(languageOfSocket({ url, headers: { 'accept-language': header } })).toBe(language);
  });
});
