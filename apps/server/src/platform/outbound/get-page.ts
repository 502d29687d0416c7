/** Loads web pages whose URLs users supply: from public addresses only, and with limits of time and size. */
import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  type Allows,
  checkedLookup,
  type FindAddresses,
  hostOf,
  refuseBareAddress,
} from './checked-lookup.ts';
import { NoAnswerError } from './post.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;
/** The part of a page that is read. */
export const PAGE_MAX_BYTES = 512 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The addresses that can be reached. Tests allow a local server. */
export interface Web {
  readonly find: FindAddresses;
  readonly allows: Allows;
  /** The port of a URL; null: not allowed. */
  readonly portOf: (url: URL) => number | null;
}

/** Allows ports 80 and 443 of public addresses. */
export const PUBLIC_WEB: Web = {
  find: lookup,
  allows: isPublicAddress,
  portOf: ({ port, protocol }) =>
    ['', '80', '443'].includes(port) ? Number(port) || (protocol === 'http:' ? 80 : 443) : null,
};

export interface PageOptions {
  readonly userAgent: string;
  /** Called before each request, also after redirects. Its errors end the loading. */
  readonly onRequest?: (host: string) => Promise<void>;
  /** The time limit of all requests together. */
  readonly timeoutMs?: number;
}

export interface LoadedPage {
  /** The URL at the end of the redirects. */
  readonly url: URL;
  readonly contentType: string;
  /** The body, or its first PAGE_MAX_BYTES. */
  readonly body: Buffer;
}

/** The URL does not lead to a readable page. */
export class NoPageError extends Error {
  override readonly name = 'NoPageError';
}

/**
 * Loads a page, without sending cookies or a referrer.
 * @throws NoPageError, AddressRefusedError, NoAnswerError, or the network's error
 */
export async function getPage(
  address: string,
  { userAgent, onRequest, timeoutMs = TIMEOUT_MS }: PageOptions,
  web: Web = PUBLIC_WEB,
): Promise<LoadedPage> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const port = checkUrl(url, web);
      await onRequest?.(url.hostname);
      const response = await request(url, port, userAgent, web, timeout);
      try {
        const { location } = response.headers;
        if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined)
          return { url, contentType: htmlType(response, url), body: await readStart(response) };
        url = new URL(location, url);
      } finally {
        response.destroy();
      }
    }
  } catch (cause) {
    if (timeout.aborted)
      throw new NoAnswerError(`${url.hostname} did not send its page within ${timeoutMs} ms.`, { cause });
    throw cause;
  }
  throw new NoPageError(`${address} redirects more than ${MAX_REDIRECTS} times.`);
}

/** @returns the port */
function checkUrl(url: URL, { allows, portOf }: Web): number {
  const { protocol, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new NoPageError(`The scheme ${protocol} is neither http: nor https:.`);
  const port = portOf(url);
  if (port === null) throw new NoPageError(`Port ${url.port} is neither 80 nor 443.`);
  if (username !== '' || password !== '') throw new NoPageError('The URL contains credentials.');
  refuseBareAddress(hostOf(url), allows);
  return port;
}

function request(
  url: URL,
  port: number,
  userAgent: string,
  web: Web,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.protocol === 'http:' ? http : https).get(
    url,
    {
      // An encoded body could be much larger than the counted bytes.
      headers: { 'user-agent': userAgent, accept: 'text/html', 'accept-encoding': 'identity' },
      port,
      lookup: checkedLookup(web.allows, web.find),
      agent: false,
      signal,
    },
    resolve,
  );
  sent.on('error', reject);
  // The connection also closes without a response after 101 (Switching Protocols).
  sent.on('close', () => reject(new NoPageError(`${url.hostname} closed the connection.`)));
  return promise;
}

/** @returns the content type */
function htmlType({ statusCode, headers }: IncomingMessage, url: URL): string {
  const type = headers['content-type'] ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (statusCode !== 200) throw new NoPageError(`${url.hostname} answered with the status ${statusCode}.`);
  if (!/^text\/html\s*(?:;|$)/i.test(type) || encoding !== 'identity')
    throw new NoPageError(`${url.hostname} sent ${type || 'no type'} (${encoding}) instead of text/html.`);
  return type;
}

async function readStart(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= PAGE_MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, PAGE_MAX_BYTES);
}
