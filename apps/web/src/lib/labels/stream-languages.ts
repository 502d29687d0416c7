/** The languages of streams: their names in the language of the page, and which of them the viewer reads. */
import type { StreamLanguage } from '@tributary/contracts/shared';
import { locale } from '../messages/language.ts';

/** The BCP 47 tags of the viewer's languages: that of the page, then those of the browser. */
export const viewerTags = (): string[] => [locale(), ...navigator.languages];

/** Whether a stream is in one of the viewer's languages, whatever the region. */
export const isViewersLanguage = (language: StreamLanguage): boolean =>
  viewerTags().some((tag) => tag.split('-')[0] === language);

/** The name in the language of the page, as it stands alone: `Deutsch` on a German one. */
export function languageName(language: StreamLanguage): string {
  const name = new Intl.DisplayNames(locale(), { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1);
}
