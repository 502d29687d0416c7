import { STREAM_LANGUAGES, type StreamLanguage } from '@tributary/contracts/shared';
import { locale } from '../messages/language.ts';
import { languageName } from './stream-languages.ts';

/** All languages that a stream can be in, by their name in the language of the page. */
export const languageChoices = (): { value: StreamLanguage; label: string }[] =>
  STREAM_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale()),
  );
