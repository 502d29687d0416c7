/** People who are named in a message: `@username`. */
import { linkParts } from '../shared/links.ts';

/** A username (see `username`) that is not part of a word, an address or a longer name. */
const MENTION = /(?<![\p{L}\p{N}_.@/-])@([a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?)(?![\p{L}\p{N}_])/giu;

export interface TextPart {
  readonly text: string;
  /** The username in lower case; null: not a mention. */
  readonly username: string | null;
}

/** Splits the text into parts, of which some are mentions. Together they are the text. */
export function mentionParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), username: null });
    end = match.index + match[0].length;
    parts.push({ text: match[0], username: (match[1] ?? '').toLowerCase() });
  }
  if (end < text.length) parts.push({ text: text.slice(end), username: null });
  return parts;
}

/** The mentioned usernames, each once and in lower case. A name within a link is a part of its address. */
export const mentionedIn = (text: string): string[] => [
  ...new Set(
    linkParts(text)
      .filter(({ href }) => href === null)
      .flatMap((part) => mentionParts(part.text).flatMap(({ username }) => username ?? [])),
  ),
];
