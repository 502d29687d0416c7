/** The texts that the server writes, in the language of their reader. */
export type { MessageArguments } from '@tributary/messages/keys';
export { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
export type { TextKey } from '@tributary/messages/translate';
export { schemaText } from './schema-texts.ts';
export { ANSWERED_LANGUAGES } from './source-messages.ts';
export {
  type LocalizedText,
  localize,
  localized,
  type Money,
  type Text,
  type TextArguments,
  textIn,
} from './texts.ts';
export { languageOf, wantedLanguages } from './wanted-languages.ts';
