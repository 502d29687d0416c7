/** The languages of streams: their names in the language of the page, and which of them the viewer reads. */
import { STREAM_LANGUAGES, type StreamLanguage, streamLanguagesOf } from '@tributary/contracts/shared';
import { locale } from './messages/language.ts';

let names: Intl.DisplayNames | undefined;

/** The name in the language of the page: `Deutsch` on a German one. */
export function languageName(language: StreamLanguage): string {
  names ??= new Intl.DisplayNames([locale()], { type: 'language' });
  const name = names.of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1);
}

/** All languages that a stream can be in, by their name in the language of the page. */
export const languageChoices = (): { value: StreamLanguage; label: string }[] =>
  STREAM_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale()),
  );

/** The languages of the viewer, the preferred one first: that of the page, then those of the browser. */
export const viewerLanguages = (): StreamLanguage[] => streamLanguagesOf([locale(), ...navigator.languages]);
