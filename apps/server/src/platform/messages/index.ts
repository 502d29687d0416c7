/** The texts that the server writes, in the language of their reader. */
export { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
export { ANSWERED_LANGUAGES } from './source-messages.ts';
export { type LocalizedText, localize, localized, type Money, type TextArguments, textIn } from './texts.ts';
export { languageOf, wantedLanguages } from './wanted-languages.ts';
