/** Web addresses in a text that somebody wrote. */

export interface LinkPart {
  readonly text: string;
  /** Null: it is no link. */
  readonly href: string | null;
}

/** An address that begins a word, up to what is invisible or changes the direction of text. */
const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"\p{Cc}\p{Cf}]+/giu;
/** What ends a sentence is no part of the address. */
const TRAILING = /[.,:;!?'*_~\]}’”…]+$/u;

/** The text in parts, of which some are links. An address whose host leads elsewhere than it looks is shown as its link. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnding(found);
    if (!URL.canParse(address)) continue;
    const { href, host, username, password } = new URL(address);
    // What stands before an `@` is there to be taken for the host.
    if (username !== '' || password !== '') continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: writtenHost(address) === host ? address : href, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Letters of other alphabets, which can look like Latin ones, are different in the host of a URL (RFC 3492). */
const writtenHost = (address: string): string =>
  (/^https?:\/\/([^/?#\\]*)/i.exec(address)?.[1] ?? '').toLowerCase();

/** A bracket that closes stays where one opens, as in addresses of Wikipedia. */
function withoutEnding(address: string): string {
  const ended = address.replace(TRAILING, '');
  const isBracketed = ended.endsWith(')') && ended.split(')').length > ended.split('(').length;
  return isBracketed ? withoutEnding(ended.slice(0, -1)) : ended;
}
