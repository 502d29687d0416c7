import { expect, it } from 'vitest';
import { streamLanguagesOf } from './stream-languages.ts';

it('finds the languages of streams that a browser’s tags name, each once and in their order', () => {
  expect(streamLanguagesOf(['pt-BR', 'pt-PT', 'en-US', 'de', 'en'])).toEqual(['pt', 'en', 'de']);
});

it('knows the other codes of a language, and drops tags that no stream can have', () => {
  expect(streamLanguagesOf(['nn-NO', 'fil', 'tlh', '', 'zh-Hant-TW'])).toEqual(['nb', 'tl', 'zh']);
});
