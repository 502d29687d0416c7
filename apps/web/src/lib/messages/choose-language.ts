/** Chooses the language of the page among those that the product offers. */

import { LANGUAGE_FILES } from 'virtual:message-files';
import { formatText, type Message } from '@tributary/messages/format';
import { chooseLanguage, directionOf, type Language, localeOf } from '@tributary/messages/languages';
import { createTextMatcher, type MatchText } from '@tributary/messages/match-text';
import { type Messages, setMessages } from './language.ts';
import { offeredLanguages } from './offered-languages.ts';
import { translateSchemasBy } from './schema-text.ts';
import { chosenLanguage } from './stored-language.ts';

/** English messages of schemas, each with its translation. */
type SchemaTexts = readonly (readonly [english: Message, translated: Message])[];

const storedLanguage = (): string[] => {
  const stored = chosenLanguage();
  return stored === null ? [] : [stored];
};

/** Loads the language of the choice on this device, or else of the browser. */
export async function loadChosen(): Promise<void> {
  const chosen = chooseLanguage([...storedLanguage(), ...navigator.languages], offeredLanguages());
  // Without its file, the page is in English, even if the server has written its metadata in another language.
  const loaded = await LANGUAGE_FILES[chosen]?.().catch(() => null);
  setLanguage(loaded ? chosen : 'en', loaded?.default ?? {}, loaded?.schemas);
}

/** Sets the language of the page without storing it. */
export function setLanguage(language: Language, loaded: Messages, schemas: SchemaTexts = []): void {
  setMessages(localeOf(language), loaded);
  let match: MatchText<Message> | null = null;
  translateSchemasBy((sentence) => {
    match ??= createTextMatcher(schemas);
    const found = match(sentence);
    return found ? formatText(found.of, localeOf(language), found.values) : sentence;
  });
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
