/** Reads which languages a client wants. The web app sends the language of its page. */
import { chooseLanguage, LANGUAGES, type Language } from '@tributary/messages/languages';

/** Browsers send fewer than ten languages. */
const MAX_CHARACTERS = 1_000;

/** A language range and its quality (RFC 9110, section 12.5.4): `pt-BR;q=0.8`. */
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;

/** The languages of the header Accept-Language, the preferred one first. Malformed ones are left out. */
export function wantedLanguages(header: string | undefined): string[] {
  const ranges = (header ?? '')
    .slice(0, MAX_CHARACTERS)
    .split(',')
    .map((range) => RANGE.exec(range.trim()));
  return ranges
    .flatMap((range) => (range ? [{ tag: range[1] ?? '', quality: Number(range[2] ?? 1) }] : []))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/** The languages that admins offer, the default one first. They are the same for everything that a process writes. */
let offered: readonly Language[] = LANGUAGES;

export function offerLanguages(languages: readonly Language[]): void {
  offered = languages;
}

export const offeredLanguages = (): readonly Language[] => offered;

/** A language in which texts are written: the wanted one, if the instance offers it, or else its default language. */
export const offeredLanguage = (wanted: Language | null): Language =>
  chooseLanguage(wanted === null ? [] : [wanted], offered);

/** @returns null if the header states no language */
export function statedLanguage(header: string | null | undefined): Language | null {
  const wanted = wantedLanguages(header ?? undefined);
  return wanted.length === 0 ? null : chooseLanguage(wanted, offered);
}

interface Request {
  readonly headers: { readonly 'accept-language'?: string | undefined };
}

/** The language that a request is answered in. */
export const languageOf = ({ headers }: Request): Language =>
  chooseLanguage(wantedLanguages(headers['accept-language']), offered);

/** The language of a socket: that of `?language=de`, since pages cannot set its headers, or else that of the browser. */
export function languageOfSocket({
  url = '',
  headers,
}: Request & { readonly url?: string | undefined }): Language {
  const given = new URLSearchParams(url.split('?')[1]).get('language');
  const wanted = wantedLanguages(headers['accept-language']);
  return chooseLanguage(given === null ? wanted : [given, ...wanted], offered);
}
