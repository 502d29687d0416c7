/** The texts that the server writes, in the language of their reader. */
export type { MessageArguments } from '@tributary/messages/keys';
export { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
export type { TextKey } from '@tributary/messages/translate';
export { schemaText } from './schema-texts.ts';
export {
  type LaterArguments,
  type LocalizedText,
  localize,
  localized,
  type Money,
  type Text,
  textIn,
  type WriteValue,
  written,
} from './texts.ts';
export { dateText, dayText, durationText, momentText } from './values.ts';
export {
  languageOf,
  languageOfSocket,
  offeredLanguage,
  offeredLanguages,
  offerLanguages,
  statedLanguage,
  wantedLanguages,
} from './wanted-languages.ts';
