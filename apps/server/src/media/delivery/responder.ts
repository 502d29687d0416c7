/** Writes answers to sockets: whole, partial, not modified, or a sentence of refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MediaBytes, RenderedPlaylist } from '../packager/presentation.ts';
import { createExpiry } from './expiry.ts';
import { acceptsGzip, COMMON, IMMUTABLE, MEDIA_ETAG, matchesTag, PREFLIGHT } from './headers.ts';
import { type ByteRange, parseRange, sliceBytes } from './range.ts';
import { type Refusal, rangeNotSatisfiable } from './refusals.ts';
import type { Counters } from './stats.ts';

/** One request and the response that is due. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface Responder {
  /** Responses that their sockets have not taken whole. */
  readonly draining: number;
  preflight(exchange: Exchange): void;
  /** `tag` tells this rendering from every other of the same URL. */
  playlist(exchange: Exchange, playlist: RenderedPlaylist, tag: string, cacheControl: string): void;
  media(exchange: Exchange, media: MediaBytes, contentType: string): void;
  refuse(exchange: Exchange, refusal: Refusal): void;
}

/** A response that its socket has not taken within `drainMs` costs its connection. */
export function createResponder(counters: Counters, drainMs: number): Responder {
  // The bytes are shared views, yet they keep parts alive that the live window has let go.
  const draining = createExpiry<ServerResponse>(drainMs, (res) => {
    counters.dropped.slow++;
    res.destroy();
  });

  function send({ req, res }: Exchange, status: number, headers: string[], body: MediaBytes): void {
    headers.push('Content-Length', String(body.byteLength));
    res.writeHead(status, headers);
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    counters.bytes += body.byteLength;
    // Corked, the head and all chunks go out in one writev, and the chunks are not copied.
    res.cork();
    for (const chunk of body.chunks) res.write(chunk);
    res.end();
    const { socket } = res;
    if (socket === null || socket.writableLength === 0) return;
    draining.add(res);
    res.once('close', () => draining.delete(res));
  }

  function notModified({ res }: Exchange, headers: string[]): void {
    counters.answers.not_modified++;
    res.writeHead(304, headers);
    res.end();
  }

  function refuse(exchange: Exchange, { status, sentence, cacheControl, headers = [] }: Refusal): void {
    counters.answers[status === 503 ? 'unavailable' : 'refused']++;
    const type = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', cacheControl];
    send(exchange, status, [...COMMON, ...type, ...headers], whole(Buffer.from(`${sentence}\n`)));
  }

  return {
    get draining() {
      return draining.size;
    },

    preflight({ res }) {
      res.writeHead(204, [...PREFLIGHT]);
      res.end();
    },

    playlist(exchange, playlist, tag, cacheControl) {
      const { headers: asked } = exchange.req;
      const headers = [...COMMON, 'Cache-Control', cacheControl, 'ETag', tag, 'Vary', 'Accept-Encoding'];
      if (matchesTag(asked['if-none-match'], tag)) {
        notModified(exchange, headers);
        return;
      }
      counters.answers.playlist++;
      headers.push('Content-Type', 'application/vnd.apple.mpegurl');
      if (acceptsGzip(asked['accept-encoding'])) {
        headers.push('Content-Encoding', 'gzip');
        send(exchange, 200, headers, whole(playlist.gzip()));
      } else {
        send(exchange, 200, headers, whole(playlist.body));
      }
    },

    media(exchange, media, contentType) {
      const headers = [...COMMON, ...IMMUTABLE, 'Content-Type', contentType];
      if (matchesTag(exchange.req.headers['if-none-match'], MEDIA_ETAG)) {
        notModified(exchange, headers);
        return;
      }
      const range = requestedRange(exchange.req, media.byteLength);
      if (range === 'unsatisfiable') {
        refuse(exchange, rangeNotSatisfiable(media.byteLength));
        return;
      }
      counters.answers.media++;
      if (range === undefined) {
        send(exchange, 200, headers, media);
        return;
      }
      headers.push('Content-Range', `bytes ${range.first}-${range.last}/${media.byteLength}`);
      send(exchange, 206, headers, sliceBytes(media, range));
    },

    refuse,
  };
}

export function whole(bytes: Uint8Array): MediaBytes {
  return { chunks: [bytes], byteLength: bytes.byteLength };
}

/** RFC 9110 14.2: a range counts for GET only, and not where If-Range names another version. */
function requestedRange(req: IncomingMessage, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = req.headers;
  if (range === undefined || req.method !== 'GET') return undefined;
  return ifRange === undefined || ifRange === MEDIA_ETAG ? parseRange(range, byteLength) : undefined;
}
