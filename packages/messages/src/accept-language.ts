/** Which language a request asks for. */
import { chooseLanguage, LANGUAGES, type Language } from './languages.ts';

/** The tags of an Accept-Language header, the preferred one first (RFC 9110, section 12.5.4). */
function tagsOf(header: string): string[] {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return ranges
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** @returns null if the header is missing, or states no language */
export function acceptedLanguage(
  header: string | null | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language | null {
  const tags = tagsOf(header ?? '').filter((tag) => tag !== '*');
  return tags.length === 0 ? null : chooseLanguage(tags, offered);
}
