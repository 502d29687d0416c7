/**
 * Reads what an HTML page says about itself in its head. The page is untrusted: it is read once from the beginning to
 * the end, in time linear in its length, and only text comes out.
 */
import { cleanLine, LINK_PREVIEW_LIMITS, type LinkPreview } from '@tributary/contracts';

export type PageHead = Pick<LinkPreview, 'title' | 'description' | 'siteName'>;

const TAG = /<(?:!--|(\/?[a-z][a-z0-9]*))/gi;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y;
/** Elements whose content is text (HTML, 13.1.2). */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'template']);
/** Where the head ends, and where people may have written the markup. */
const ENDS = new Set(['/head', 'body']);

const PROPERTIES: ReadonlySet<string> = new Set(['og:title', 'og:description', 'og:site_name']);

/** @param contentType as in the response's header */
export function readPageHead(body: Buffer, contentType: string): PageHead | null {
  const html = decode(body, contentType);
  const found = new Map<string, string>();
  for (const [name, value] of valuesOf(html)) if (!found.has(name)) found.set(name, value);
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

/** The label of a character encoding in a header or in markup. */
const CHARSET = /charset\s*=\s*["']?([\w:-]+)/i;
/** HTML, 13.2.3.2: it is declared here or not at all. */
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

/** The title and the properties of the head, in their order. */
function* valuesOf(html: string): Generator<readonly [name: string, value: string]> {
  const tags = new RegExp(TAG);
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const [, name] = tag;
    if (name === undefined) {
      const end = html.indexOf('-->', tags.lastIndex);
      if (end < 0) return;
      tags.lastIndex = end + 3;
      continue;
    }
    const element = name.toLowerCase();
    if (ENDS.has(element)) return;
    const { attributes, end } = attributesAt(html, tags.lastIndex);
    tags.lastIndex = end;
    if (element === 'meta') {
      const property = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
      if (PROPERTIES.has(property)) yield [property, attributes.get('content') ?? ''];
    } else if (RAW.has(element)) {
      const close = new RegExp(`</${element}`, 'gi');
      close.lastIndex = end;
      const match = close.exec(html);
      if (match === null) return;
      if (element === 'title') yield ['title', textFrom(html.slice(end, match.index))];
      tags.lastIndex = close.lastIndex;
    }
  }
}

/** What follows the end of the tag. */
const textFrom = (rest: string): string => rest.slice(rest.indexOf('>') + 1);

function attributesAt(html: string, at: number): { attributes: ReadonlyMap<string, string>; end: number } {
  const attributes = new Map<string, string>();
  const attribute = new RegExp(ATTRIBUTE);
  let end = at;
  attribute.lastIndex = at;
  for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
    end = attribute.lastIndex;
    const [, name = '', double, single, bare] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return { attributes, end };
}

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', middot: '·', bull: '•' },
    ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
    ...{
      auml: 'ä',
      ouml: 'ö',
      uuml: 'ü',
      Auml: 'Ä',
      Ouml: 'Ö',
      Uuml: 'Ü',
      szlig: 'ß',
      eacute: 'é',
      egrave: 'è',
    },
    ...{ copy: '©', reg: '®', trade: '™', euro: '€', times: '×' },
  }),
);

/** Character references (HTML, 13.5); those that are not known stay as they are. */
const withoutReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? reference;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

/** Longer values are ignored. */
const MAX_VALUE = 2_000;

/** One line of text as in a chat message; null where nothing is left. */
function shorten(value: string, limit: number): string | null {
  const text = Array.from(cleanLine(withoutReferences(value.slice(0, MAX_VALUE))));
  if (text.length === 0) return null;
  return text.length <= limit
    ? text.join('')
    : `${text
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
