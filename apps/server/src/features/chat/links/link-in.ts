/** Finds the link of a message that a preview is made of. */
import { LINK_PREVIEW_LIMITS } from '@tributary/contracts';

const LINK = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"]+/iu;
/** What ends a sentence is no part of the link. */
const TRAILING = /[.,:;!?'*_~\]}’”…]+$/u;

/** @returns the first http or https URL in its normal form; null where there is none that can be previewed */
export function linkIn(text: string): string | null {
  const [match = ''] = LINK.exec(text) ?? [];
  const url = URL.parse(withoutEnding(match));
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  return url.href.length <= LINK_PREVIEW_LIMITS.url ? url.href : null;
}

/** A bracket that closes stays where one opens, as in addresses of Wikipedia. */
function withoutEnding(link: string): string {
  const ended = link.replace(TRAILING, '');
  const isBracketed = ended.endsWith(')') && ended.split(')').length > ended.split('(').length;
  return isBracketed ? withoutEnding(ended.slice(0, -1)) : ended;
}
