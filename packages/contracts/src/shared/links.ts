/** Finds web addresses in a user's text. */

export interface LinkPart {
  readonly text: string;
  /** Null: the part is not a link. */
  readonly href: string | null;
}

/**
 * An address at the beginning of a word. It ends before characters that are invisible or change the direction of text.
 */
const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"\p{Cc}\p{Cf}]+/giu;
/** Punctuation at the end of a sentence is not part of the address. */
const TRAILING = /[.,:;!?'*_~\]}’”…]+$/u;

/**
 * Splits the text into parts, of which some are links. An address whose host differs from its appearance is shown in
 * its plain form.
 */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnding(found);
    if (!URL.canParse(address)) continue;
    const { href, host, username, password } = new URL(address);
    // Text before an `@` could be mistaken for the host.
    if (username !== '' || password !== '') continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: writtenHost(address) === host ? address : href, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/**
 * The host as it is written. Letters of other alphabets, which can look like Latin ones, are different in the host of a
 * URL (RFC 3492).
 */
const writtenHost = (address: string): string =>
  (/^https?:\/\/([^/?#\\]*)/i.exec(address)?.[1] ?? '').toLowerCase();

/** Removes punctuation at the end. A closing bracket stays if one opens, as in addresses of Wikipedia. */
function withoutEnding(address: string): string {
  const ended = address.replace(TRAILING, '');
  const isBracketed = ended.endsWith(')') && ended.split(')').length > ended.split('(').length;
  return isBracketed ? withoutEnding(ended.slice(0, -1)) : ended;
}
