/**
 * Reads the metadata in the head of an HTML page. The page is untrusted: it is read once from beginning to end, in time
 * linear in its length, and only text comes out.
 */
import { LINK_PREVIEW_LIMITS, type LinkPreview } from '@tributary/contracts/chat';
import { cleanLine } from '@tributary/contracts/shared';
import { Parser } from 'htmlparser2';

export type PageHead = Pick<LinkPreview, 'title' | 'description' | 'siteName'>;

const PROPERTIES: ReadonlySet<string> = new Set(['og:title', 'og:description', 'og:site_name']);

/** Elements of the head whose markup browsers do not show. */
const HIDDEN = new Set(['noscript', 'template']);

/**
 * Heads are flat. The parser’s time for a tag grows with the number of open elements, so parsing stops at this many.
 */
const MAX_DEPTH = 64;

/** @param contentType the response's header */
export function readPageHead(body: Buffer, contentType: string): PageHead | null {
  const found = valuesOf(decode(body, contentType));
  const text = (name: string, limit: number) => shorten(found.get(name) ?? '', limit);
  const { title, description, siteName } = LINK_PREVIEW_LIMITS;
  const shown = text('og:title', title) ?? text('title', title);
  return shown === null
    ? null
    : {
        title: shown,
        description: text('og:description', description),
        siteName: text('og:site_name', siteName),
      };
}

/** Matches the label of a character encoding in a header or in markup. */
const CHARSET = /charset\s*=\s*["']?([\w:-]+)/i;
/** The declaration of the encoding is in the first 1024 bytes (HTML, 13.2.3.2). */
const DECLARED_WITHIN = 1024;

function decode(body: Buffer, contentType: string): string {
  const [, label = 'utf-8'] =
    CHARSET.exec(contentType) ?? CHARSET.exec(body.toString('latin1', 0, DECLARED_WITHIN)) ?? [];
  try {
    return new TextDecoder(label).decode(body);
  } catch (error) {
    if (error instanceof RangeError) return body.toString('utf8');
    throw error;
  }
}

/** The title and the properties of the head; the first of each counts. */
function valuesOf(html: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: string) => void (found.has(name) || found.set(name, value));
  let depth = 0;
  let hidden = 0;
  let title: string | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (HIDDEN.has(name)) hidden += 1;
      // The body may contain text of visitors, so it is not read.
      if (name === 'body' || depth > MAX_DEPTH) parser.pause();
      else if (hidden > 0) return;
      else if (name === 'title') title = '';
      else if (name === 'meta') {
        const property = (attributes.property ?? attributes.name ?? '').toLowerCase();
        if (PROPERTIES.has(property)) add(property, attributes.content ?? '');
      }
    },
    ontext(text) {
      if (title !== null) title += text;
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      if (HIDDEN.has(name)) hidden -= 1;
      if (name === 'head') parser.pause();
      if (name !== 'title' || title === null) return;
      if (!isImplied) add('title', title);
      title = null;
    },
  });
  parser.end(html);
  return found;
}

/** The part of a value that is read, in characters. */
const MAX_VALUE = 2_000;

/** One line of text as in a chat message; null if it is empty. */
function shorten(value: string, limit: number): string | null {
  const text = Array.from(cleanLine(value.slice(0, MAX_VALUE)));
  if (text.length === 0) return null;
  return text.length <= limit
    ? text.join('')
    : `${text
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
