/**
 * Reads the heads of simple GET requests. It accepts far less than RFC 9112 allows, and nothing that two parsers could
 * understand differently: no body, no repeated header, no folded line, no byte outside of ASCII. Whatever it accepts,
 * node:http reads in the same way, and whatever it refuses is left to node:http.
 */

/** The header lines of a request with the empty line behind them, which most requests of a connection repeat. */
export interface HeaderBlock {
  readonly text: string;
  /** As `rawHeaders` and `headers` of `IncomingMessage`. All requests with these headers share them. */
  readonly raw: string[];
  readonly values: NodeJS.Dict<string>;
  readonly keepAlive: boolean;
}

export interface RequestHead {
  readonly target: string;
  readonly block: HeaderBlock;
  /** The offset behind the head. */
  readonly end: number;
}

const METHOD = 'GET ';
const VERSION = ' HTTP/1.1\r\n';
/** Half of what node:http accepts. */
const MAX_HEAD_LENGTH = 8_192;
const MAX_HEADERS = 64;

const TARGET = /^\/[\w./?=&-]*$/;
/** Names are tokens (RFC 9110, section 5.6.2). Values are printable, with spaces and tabs. */
const LINES = /(?:[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n/y;
/**
 * Headers of requests that have a body, change the protocol, or expect an answer before their end, and names that
 * node:http keeps in another way than others.
 */
const REFUSED = new Set(
  'content-length transfer-encoding trailer te upgrade expect set-cookie __proto__'.split(' '),
);

/**
 * @param text received bytes, each as one character (latin1)
 * @param at where the request begins
 * @param previous the headers of the request before, which are not read again where they are the same
 * @returns null for anything but a complete and simple GET request
 */
export function readRequestHead(text: string, at: number, previous: HeaderBlock | null): RequestHead | null {
  if (!text.startsWith(METHOD, at)) return null;
  const targetEnd = text.indexOf(VERSION, at);
  if (targetEnd === -1 || targetEnd - at > MAX_HEAD_LENGTH) return null;
  const target = text.slice(at + METHOD.length, targetEnd);
  if (!TARGET.test(target)) return null;
  const start = targetEnd + VERSION.length;
  const block =
    previous !== null && text.startsWith(previous.text, start) ? previous : readBlock(text, start);
  if (block === null) return null;
  const end = start + block.text.length;
  return end - at > MAX_HEAD_LENGTH ? null : { target, block, end };
}

function readBlock(text: string, start: number): HeaderBlock | null {
  LINES.lastIndex = start;
  const lines = LINES.exec(text)?.[0];
  if (lines === undefined) return null;
  const values = new Map<string, string>();
  const raw: string[] = [];
  for (const line of lines.slice(0, -4).split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    const key = name.toLowerCase();
    if (values.has(key) || REFUSED.has(key)) return null;
    values.set(key, value);
    raw.push(name, value);
  }
  if (values.size > MAX_HEADERS || !values.get('host')) return null;
  const connection = values.get('connection')?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  return {
    text: lines,
    raw,
    values: Object.fromEntries(values),
    keepAlive: connection === 'keep-alive',
  };
}
