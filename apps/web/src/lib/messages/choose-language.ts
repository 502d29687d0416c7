/** Chooses the language of the page among those that the product offers. */

import { LANGUAGE_FILES } from 'virtual:message-files';
import { OFFERED_LANGUAGES } from '@tributary/messages/keys';
import { chooseLanguage, directionOf, type Language, localeOf } from '@tributary/messages/languages';
import { type Messages, setMessages } from './language.ts';

const STORED = 'language';

function storedLanguage(): string[] {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === null ? [] : [stored];
  } catch {
    return [];
  }
}

/** Loads the language of the choice on this device, or else of the browser. */
export async function loadChosen(): Promise<void> {
  const chosen = chooseLanguage([...storedLanguage(), ...navigator.languages], OFFERED_LANGUAGES);
  // Without its file, the page is in English, even if the server has written its metadata in another language.
  const loaded = await LANGUAGE_FILES[chosen]?.().catch(() => null);
  setLanguage(loaded ? chosen : 'en', loaded?.default ?? {});
}

/** Sets the language of the page without storing it. */
export function setLanguage(language: Language, loaded: Messages): void {
  setMessages(localeOf(language), loaded);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
