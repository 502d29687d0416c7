import { LANGUAGES, type Language } from '@tributary/messages/languages';

/** The languages that the instance offers, the default one first. The server names them in the page if not all are. */
export const offeredLanguages = (): readonly Language[] =>
  document.documentElement.dataset.languages
    ?.split(' ')
    .flatMap((name) => LANGUAGES.filter((language) => language === name)) ?? LANGUAGES;
