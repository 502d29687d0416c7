/** The languages that creators can state for their streams, without their schema, so that cards load no zod. */

/** ISO 639-1 codes: a stream is in a language, whatever the region. */
export const STREAM_LANGUAGES = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sv',
  'sw',
  'ta',
  'te',
  'th',
  'tl',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
] as const;
export type StreamLanguage = (typeof STREAM_LANGUAGES)[number];

/** Codes that browsers use for a language that the list above has under another one. */
const ALIASES: Readonly<Record<string, StreamLanguage>> = {
  no: 'nb',
  nn: 'nb',
  fil: 'tl',
  iw: 'he',
  in: 'id',
};

/** The stream languages of BCP 47 tags, in their order and without repetition: `pt-BR` is `pt`. */
export function streamLanguagesOf(tags: readonly string[]): StreamLanguage[] {
  const found = tags.flatMap((tag) => {
    const code = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    return ALIASES[code] ?? STREAM_LANGUAGES.find((language) => language === code) ?? [];
  });
  return [...new Set(found)];
}
