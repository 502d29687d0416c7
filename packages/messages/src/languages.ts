/** The languages that catalogues exist for, and which of them suits a person. */

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'ar'] as const;

/** A BCP 47 tag of the language of a catalogue. */
export type Language = (typeof LANGUAGES)[number];

/** The language that the texts are written in first, and that the others are translated from. */
export const SOURCE_LANGUAGE: Language = 'en';

/**
 * The locale that `Intl` formats a language's numbers and dates in. Arabic has Latin digits, as prices, clocks and
 * resolutions beside it do.
 */
const LOCALES: Readonly<Partial<Record<Language, string>>> = { en: 'en-US', ar: 'ar-u-nu-latn' };

export const localeOf = (language: Language): string => LOCALES[language] ?? language;

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const primary = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

/**
 * The first wanted language that is offered. A tag without its exact match takes the offered language with the same
 * primary subtag: `de-AT` takes `de`, and `pt-PT` takes `pt-BR`.
 * @param wanted BCP 47 tags, the preferred one first
 * @param offered at least one; the first is the default
 */
export function chooseLanguage(wanted: readonly string[], offered: readonly Language[]): Language {
  for (const tag of wanted) {
    const exact = offered.find((language) => language.toLowerCase() === tag.toLowerCase());
    const match = exact ?? offered.find((language) => primary(language) === primary(tag));
    if (match) return match;
  }
  return offered[0] ?? SOURCE_LANGUAGE;
}
