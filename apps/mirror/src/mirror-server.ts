/** Plain HTTP for players and CDNs, at the paths of the instance. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MediaStore } from './media-store.ts';
import type { PublishedPlaylist, PublishedPlaylists } from './published-playlists.ts';

/** More blocking reloads are refused. */
const MAX_WAITING = 10_000;
/** A reload that asks for more than the next segments is answered at once (RFC 8216bis section 6.2.5.2). */
const MAX_AHEAD = 2;
const PLAYLIST = 'application/vnd.apple.mpegurl';

/** A presentation as it is served. */
export interface ServedPresentation {
  readonly streamId: string;
  readonly epoch: string;
  readonly multivariant: string;
  readonly published: PublishedPlaylists;
  readonly store: MediaStore;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly chunks: readonly (string | Uint8Array)[];
  readonly headers?: Readonly<Record<string, string>>;
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  chunks: [`${text}\n`],
  headers: { 'Cache-Control': 'no-store', ...headers },
});

const PREFLIGHT: Answer = {
  status: 204,
  type: 'text/plain; charset=utf-8',
  chunks: [],
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD',
    // Pages ask for the rest of a part.
    'Access-Control-Allow-Headers': 'Range',
    'Access-Control-Max-Age': '86400',
  },
};
const NOT_FOUND = refusal(404, 'The mirror does not have this.');
const NOT_READY = refusal(503, 'The mirror is still filling. Try again in a second.', { 'Retry-After': '1' });

export class MirrorServer {
  readonly #server: Server;
  #served: ServedPresentation | null = null;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  /** @throws the system's error if the port is taken */
  static async listen(host: string, port: number): Promise<MirrorServer> {
    const server = new MirrorServer();
    server.#server.listen(port, host);
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  serve(presentation: ServedPresentation): void {
    this.#served = presentation;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    const answer = await this.#answer(request, left.signal);
    const length = answer.chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
    response.writeHead(answer.status, {
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': answer.type,
      'Content-Length': length,
      ...answer.headers,
    });
    if (request.method !== 'HEAD') for (const chunk of answer.chunks) response.write(chunk);
    response.end();
  }

  async #answer(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    const url = URL.parse(request.url ?? '', 'http://mirror');
    if (request.method === 'OPTIONS') return PREFLIGHT;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refusal(405, 'A mirror answers GET and HEAD.', { Allow: 'GET, HEAD, OPTIONS' });
    const served = this.#served;
    if (served === null) return NOT_READY;
    if (url === null) return NOT_FOUND;
    const root = `/live/${served.streamId}/`;
    if (url.pathname === '/' || url.pathname === '/index.m3u8')
      return refusal(302, `${root}index.m3u8`, { Location: `${root}index.m3u8` });
    if (url.pathname === `${root}index.m3u8`) return ok(PLAYLIST, [served.multivariant], 'public, max-age=1');
    if (!url.pathname.startsWith(`${root}${served.epoch}/`)) return NOT_FOUND;
    const path = url.pathname.slice(root.length + served.epoch.length + 1);
    const [, manifested] = /^([\w-]+)\.manifests$/.exec(path) ?? [];
    if (manifested !== undefined) return manifestsAnswer(served, manifested);
    const [, name] = /^([\w-]+)\.m3u8$/.exec(path) ?? [];
    return name === undefined ? mediaAnswer(served, path) : playlistAnswer(served, name, url, signal);
  }
}

const ok = (type: string, chunks: readonly (string | Uint8Array)[], cacheControl: string): Answer => ({
  status: 200,
  type,
  chunks,
  headers: { 'Cache-Control': cacheControl },
});

async function playlistAnswer(
  { published }: ServedPresentation,
  name: string,
  url: URL,
  signal: AbortSignal,
): Promise<Answer> {
  const current = published.get(name);
  if (current === null) return NOT_READY;
  const [msn, part] = ['_HLS_msn', '_HLS_part'].map((key) => url.searchParams.get(key));
  if (msn == null) return part == null ? playlist(current) : BAD_RELOAD;
  if (!/^\d{1,10}$/.test(msn) || (part != null && !/^\d{1,5}$/.test(part))) return BAD_RELOAD;
  if (Number(msn) > current.edge.msn + MAX_AHEAD) return BAD_RELOAD;
  if (published.waiting >= MAX_WAITING) return NOT_READY;
  const wanted = { msn: Number(msn), part: part == null ? null : Number(part) };
  const reached = await published.reached(name, wanted, signal);
  return reached === null ? NOT_READY : playlist(reached);
}

function manifestsAnswer({ published }: ServedPresentation, name: string): Answer {
  const lines = published.manifests(name);
  return lines === null ? NOT_FOUND : ok('text/plain; charset=utf-8', [lines], 'public, max-age=1');
}

const BAD_RELOAD = refusal(400, 'The mirror cannot wait for this segment or part.');
const playlist = ({ text }: PublishedPlaylist): Answer => ok(PLAYLIST, [text], 'public, max-age=1');

function mediaAnswer({ published, store }: ServedPresentation, path: string): Answer {
  const type = path.startsWith('audio/') ? 'audio/mp4' : 'video/mp4';
  const media = published.init(path) ?? store.get(path);
  const chunks = media === null ? segmentOf(store, path) : [media];
  // Media never changes under its address.
  return chunks === null ? NOT_FOUND : ok(type, chunks, 'public, max-age=60, immutable');
}

function segmentOf(store: MediaStore, path: string): Uint8Array[] | null {
  const [, rendition, msn] = /^([\w-]+)\/(\d{1,10})\.m4s$/.exec(path) ?? [];
  return rendition === undefined ? null : store.segment(rendition, Number(msn));
}
