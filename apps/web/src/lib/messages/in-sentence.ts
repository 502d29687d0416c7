import { locale } from './language.ts';

/** A label for use inside a sentence: in lower case, except in German, whose nouns keep their capital. */
export const inSentence = (label: string): string =>
  locale() === 'de' ? label : label.toLocaleLowerCase(locale());
