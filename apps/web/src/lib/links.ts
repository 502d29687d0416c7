/** Web addresses in a text that somebody wrote. */

export interface TextPart {
  readonly text: string;
  /** Null: it is no link. */
  readonly href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** What ends a sentence or closes a bracket behind an address rather than being a part of it. */
const TRAILING = /[.,;:!?'’”)\]]+$/;

/** The parts of a text, which together are the text. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
