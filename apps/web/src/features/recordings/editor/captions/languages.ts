/** Languages that captions are offered in, by their BCP 47 tag. The API takes any other one too. */
const TAGS =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nb nl pl pt pt-BR ro ru sk sv sw ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The name of a language in another one, by default in itself. */
export const languageName = (tag: string, locale = tag): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;

/** Those without captions, by their English name. */
export const languagesExcept = (used: readonly string[]): { tag: string; name: string }[] =>
  TAGS.filter((tag) => !used.includes(tag))
    .map((tag) => ({ tag, name: languageName(tag, 'en') }))
    .sort((a, b) => a.name.localeCompare(b.name));
