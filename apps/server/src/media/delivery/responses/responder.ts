/** Composes responses: whole, partial, not modified, or an error. */
import type { IncomingMessage } from 'node:http';
import type { CachedPlaylist, Media, MediaBytes } from '../../presentation/presentation.ts';
import { type ByteRange, parseRange, sliceBytes } from '../requests/range.ts';
import type { Counters } from '../stats.ts';
import { createExpiry } from '../waiting/expiry.ts';
import type { WaitingLimit } from '../waiting/limits.ts';
import {
  acceptsGzip,
  COMMON,
  MEDIA_ETAG,
  matchesTag,
  PREFLIGHT,
  PRIVATE,
  privateHeaders,
  requestHeader,
  SHARED_HEADERS,
} from './headers.ts';
import { BUSY, GONE, type Refusal, rangeNotSatisfiable, UNREADABLE } from './refusals.ts';
import { type Exchange, headerLines, type Outgoing, writeResponse } from './response-writer.ts';

export interface Responder {
  /** Responses that their sockets have not fully accepted. */
  readonly draining: number;
  preflight(exchange: Exchange): void;
  /** @param tag identifies this rendering among all of the same URL */
  playlist(exchange: Exchange, playlist: CachedPlaylist, tag: string): void;
  /** @param check called after bytes were read from the store; its refusal is sent instead of them */
  media(exchange: Exchange, media: Media, contentType: MediaType, check: () => Refusal | undefined): void;
  refuse(exchange: Exchange, refusal: Refusal): void;
}

type MediaType = 'video/mp4' | 'audio/mp4';

const RANGES = headerLines({ 'Accept-Ranges': 'bytes' });
const VARY = headerLines({ Vary: 'Accept-Encoding' });
const headersFor = (common: string) => ({
  'video/mp4': common + RANGES + headerLines({ 'Content-Type': 'video/mp4' }),
  'audio/mp4': common + RANGES + headerLines({ 'Content-Type': 'audio/mp4' }),
  playlist: common + VARY,
});
const SHARED_RESPONSES = headersFor(SHARED_HEADERS);

/**
 * Private responses have no ETag, and no 304: a shared cache would take it as a confirmation of what it stored
 * before the stream was restricted, and show that to all viewers.
 */
const isPrivate = ({ expiresInMs }: Exchange) => expiresInMs !== undefined;
const PLAYLIST_TYPE = headerLines({ 'Content-Type': 'application/vnd.apple.mpegurl' });
const GZIP = headerLines({ 'Content-Encoding': 'gzip' });

/**
 * Closes connections whose socket has not accepted a response within `drainMs`.
 * @param pagesOrigin the origin whose pages may read restricted streams from another host; null: there is none
 */
export function createResponder(
  counters: Counters,
  unsentBytes: WaitingLimit,
  drainMs: number,
  pagesOrigin: string | null,
): Responder {
  const privateResponses = headersFor(privateHeaders(pagesOrigin));
  const responsesOf = (exchange: Exchange) => (isPrivate(exchange) ? privateResponses : SHARED_RESPONSES);

  // Responses share views of memory, so a slow one keeps parts in memory that have left the live window.
  const draining = createExpiry<Exchange>(drainMs, ({ req }) => {
    counters.dropped.slow++;
    req.socket.destroy();
  });

  function send(exchange: Exchange, outgoing: Outgoing): void {
    if (outgoing.body !== null && exchange.req.method !== 'HEAD') counters.bytes += outgoing.body.byteLength;
    let release: (() => void) | undefined;
    const taken = writeResponse(exchange, outgoing, () => {
      draining.delete(exchange);
      release?.();
    });
    if (taken) return;
    draining.add(exchange);
    release = unsentBytes.add(exchange.req, outgoing.body?.byteLength ?? 0);
  }

  function notModified(exchange: Exchange, headers: string): void {
    counters.answers.not_modified++;
    send(exchange, { status: 304, headers, body: null });
  }

  function refuse(exchange: Exchange, refusal: Refusal): void {
    const { status, message, code, cacheControl, headers = {}, close } = refusal;
    counters.answers[status === 503 ? 'unavailable' : 'refused']++;
    const lines = headerLines({
      'Content-Type': code === undefined ? 'text/plain; charset=utf-8' : 'application/problem+json',
      'Cache-Control': isPrivate(exchange) ? PRIVATE : cacheControl,
      ...headers,
    });
    const problem = { type: 'about:blank', title: message, status, code, instance: '' };
    const body = whole(Buffer.from(code === undefined ? `${message}\n` : JSON.stringify(problem)));
    send(exchange, { status, headers: COMMON + lines, body, close: close === true });
  }

  /** @returns null if the request has been refused */
  async function readStored(
    exchange: Exchange,
    reading: Promise<Uint8Array | null>,
    { first, last }: ByteRange,
    check: () => Refusal | undefined,
  ): Promise<MediaBytes | null> {
    const release = unsentBytes.add(exchange.req, last - first + 1);
    try {
      const bytes = await reading;
      const refusal = bytes === null ? GONE : check();
      if (bytes !== null && refusal === undefined) return whole(bytes);
      refuse(exchange, refusal ?? GONE);
    } catch {
      refuse(exchange, UNREADABLE);
    } finally {
      release();
    }
    return null;
  }

  return {
    get draining() {
      return draining.size;
    },

    preflight(exchange) {
      send(exchange, { status: 204, headers: PREFLIGHT, body: null });
    },

    playlist(exchange, playlist, tag) {
      const { req } = exchange;
      const headers = responsesOf(exchange).playlist + etag(exchange, tag);
      if (isKnown(exchange, tag)) {
        notModified(exchange, headers);
        return;
      }
      if (!unsentBytes.admits(req)) {
        refuse(exchange, BUSY);
        return;
      }
      counters.answers.playlist++;
      if (acceptsGzip(requestHeader(req, 'accept-encoding'))) {
        send(exchange, {
          status: 200,
          headers: headers + PLAYLIST_TYPE + GZIP,
          body: whole(playlist.gzip()),
        });
      } else {
        send(exchange, { status: 200, headers: headers + PLAYLIST_TYPE, body: whole(playlist.body) });
      }
    },

    media(exchange, media, contentType, check) {
      const headers = responsesOf(exchange)[contentType] + etag(exchange, MEDIA_ETAG);
      if (isKnown(exchange, MEDIA_ETAG)) {
        notModified(exchange, headers);
        return;
      }
      const range = requestedRange(exchange.req, media.byteLength);
      if (range === 'unsatisfiable') {
        refuse(exchange, rangeNotSatisfiable(media.byteLength));
        return;
      }
      if (!unsentBytes.admits(exchange.req)) {
        refuse(exchange, BUSY);
        return;
      }
      const wanted = range ?? { first: 0, last: media.byteLength - 1 };
      const contentRange = `Content-Range: bytes ${wanted.first}-${wanted.last}/${media.byteLength}\r\n`;
      const head =
        range === undefined ? { status: 200, headers } : { status: 206, headers: headers + contentRange };
      const answer = (body: MediaBytes) => {
        counters.answers.media++;
        send(exchange, { ...head, body });
      };
      if ('chunks' in media) answer(range === undefined ? media : sliceBytes(media, range));
      // Only the length is sent for HEAD.
      else if (exchange.req.method === 'HEAD') answer({ chunks: [], byteLength: media.byteLength });
      else {
        const reading = media.read(wanted.first, wanted.last);
        if (reading instanceof Uint8Array) answer(whole(reading));
        else void readStored(exchange, reading, wanted, check).then((bytes) => bytes && answer(bytes));
      }
    },

    refuse,
  };
}

const etag = (exchange: Exchange, tag: string) => (isPrivate(exchange) ? '' : `ETag: ${tag}\r\n`);

/** Whether the client has this version already. */
const isKnown = (exchange: Exchange, tag: string): boolean =>
  !isPrivate(exchange) && matchesTag(requestHeader(exchange.req, 'if-none-match'), tag);

export function whole(bytes: Uint8Array): MediaBytes {
  return { chunks: [bytes], byteLength: bytes.byteLength };
}

/**
 * The requested range. The Range header counts for GET only, and not if If-Range has another version (RFC 9110 section
 * 14.2).
 */
function requestedRange(req: IncomingMessage, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  const range = requestHeader(req, 'range');
  if (range === undefined || req.method !== 'GET') return undefined;
  const ifRange = requestHeader(req, 'if-range');
  return ifRange === undefined || ifRange === MEDIA_ETAG ? parseRange(range, byteLength) : undefined;
}
