/** Serves everything under /live/ on a bare node:http server, ahead of any framework. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
  CachedPlaylist,
  MediaBytes,
  Presentation,
  PresentationSource,
  Rendition,
} from '../presentation/presentation.ts';
import { LIVE_PREFIX, type MediaAddress, parseAddress } from './address.ts';
import { createBlockedRequests } from './blocked-requests.ts';
import { type Directives, parseDirectives } from './directives.ts';
import { PLAYLIST_NOW, playlistFor } from './headers.ts';
import { partState, playlistState } from './readiness.ts';
import type { Refusal } from './refusals.ts';
import { BAD_METHOD, badDirective, CLOSED, GONE, NOT_FOUND, NOTHING_CAME, TOO_FAR } from './refusals.ts';
import { createResponder, whole } from './responder.ts';
import type { Exchange } from './response-writer.ts';
import { createCounters, type DeliveryStats } from './stats.ts';

export interface DeliveryOptions {
  readonly source: PresentationSource;
  /** A response that its socket has not taken after this costs the connection. Default 15 s. */
  readonly drainMs?: number;
}

export interface Delivery {
  /** False where the URL is not under /live/: then nothing was done with the request. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  stats(): DeliveryStats;
  /** Answers whoever waits with 503, and every request from then on. */
  close(): void;
}

/** Several times what a viewer who can follow the stream needs for a segment of it. */
const DRAIN_MS = 15_000;

/** Requests that a connection may send ahead of the answer it waits for; browsers and proxies send none. */
const PIPELINE_LIMIT = 8;

/** Delivers the presentations of `source`. Never throws at a request, whatever its URL and headers. */
export function createDelivery({ source, drainMs = DRAIN_MS }: DeliveryOptions): Delivery {
  const counters = createCounters();
  const responder = createResponder(counters, drainMs);
  const waiting = createBlockedRequests(() => counters.dropped.left++);
  const pipelined = new WeakMap<Socket, number>();
  const tagOf = createTagger();
  let closed = false;

  function answer(exchange: Exchange): void {
    const refusal = closed ? CLOSED : route(exchange);
    if (refusal !== undefined) responder.refuse(exchange, refusal);
  }

  function route(exchange: Exchange): Refusal | undefined {
    const { method, url = '' } = exchange.req;
    if (method === 'OPTIONS') {
      responder.preflight(exchange);
      return undefined;
    }
    if (method !== 'GET' && method !== 'HEAD') return BAD_METHOD;
    const address = parseAddress(url);
    const presentation = address && source.presentation(address.streamId);
    if (!presentation) return NOT_FOUND;
    if (address.kind === 'multivariant') {
      const playlist = presentation.multivariant();
      responder.playlist(exchange, playlist, tagOf(presentation, playlist), PLAYLIST_NOW);
      return undefined;
    }
    if (address.epoch !== presentation.epoch) return NOT_FOUND;
    const rendition = presentation.rendition(address.rendition);
    if (rendition === undefined) return NOT_FOUND;
    if (address.kind !== 'playlist') return routeMedia(exchange, rendition, address, false);
    const directives = parseDirectives(address.query);
    if (typeof directives === 'string') return badDirective(directives);
    return routePlaylist(exchange, presentation, rendition, directives, false);
  }

  function routePlaylist(
    exchange: Exchange,
    presentation: Presentation,
    rendition: Rendition,
    directives: Directives,
    timedOut: boolean,
  ): Refusal | undefined {
    const { msn, part, delta } = directives;
    if (msn !== null) {
      const state = playlistState(rendition, msn, part);
      if (state === 'too_far') return TOO_FAR;
      if (state === 'wait') {
        if (timedOut) return closed ? CLOSED : NOTHING_CAME;
        waiting.wait(rendition, { what: 'playlist', msn, part }, exchange.req.socket, (late) => {
          const refusal = routePlaylist(exchange, presentation, rendition, directives, late);
          if (refusal !== undefined) responder.refuse(exchange, refusal);
        });
        return undefined;
      }
    }
    const playlist = rendition.playlist(delta);
    const cacheControl = msn === null ? PLAYLIST_NOW : playlistFor(rendition.targetDurationSeconds);
    responder.playlist(exchange, playlist, tagOf(presentation, playlist), cacheControl);
    return undefined;
  }

  function routeMedia(
    exchange: Exchange,
    rendition: Rendition,
    address: MediaAddress,
    timedOut: boolean,
  ): Refusal | undefined {
    const media = mediaAt(rendition, address);
    if (media !== undefined) {
      responder.media(exchange, media, rendition.name === 'audio' ? 'audio/mp4' : 'video/mp4');
      return undefined;
    }
    const { kind, number: msn, part } = address;
    if (kind === 'segment') return msn < rendition.edge.msn ? GONE : NOT_FOUND;
    if (kind === 'init') return NOT_FOUND;
    const state = partState(rendition, msn, part);
    if (state !== 'wait') return state === 'gone' ? GONE : NOT_FOUND;
    if (timedOut) return closed ? CLOSED : NOTHING_CAME;
    waiting.wait(rendition, { what: 'part', msn, part }, exchange.req.socket, (late) => {
      const refusal = routeMedia(exchange, rendition, address, late);
      if (refusal !== undefined) responder.refuse(exchange, refusal);
    });
    return undefined;
  }

  /** A response behind another on its connection has no socket yet; it is answered when it gets one. */
  function answerInTurn(exchange: Exchange): void {
    const { socket } = exchange.req;
    const ahead = (pipelined.get(socket) ?? 0) + 1;
    if (ahead > PIPELINE_LIMIT) {
      counters.dropped.pipelined++;
      socket.destroy();
      return;
    }
    pipelined.set(socket, ahead);
    exchange.res.once('socket', () => {
      pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
      answer(exchange);
    });
  }

  return {
    handle(req, res) {
      if (req.url?.startsWith(LIVE_PREFIX) !== true) return false;
      if (res.socket === null) answerInTurn({ req, res });
      else answer({ req, res });
      return true;
    },
    stats: () => ({
      waiting: waiting.size,
      draining: responder.draining,
      answers: { ...counters.answers },
      bytes: counters.bytes,
      dropped: { ...counters.dropped },
    }),
    close() {
      closed = true;
      waiting.close();
    },
  };
}

function mediaAt(rendition: Rendition, { kind, number, part }: MediaAddress): MediaBytes | undefined {
  if (kind === 'part') return rendition.part(number, part);
  if (kind === 'segment') return rendition.segment(number);
  const init = rendition.init(number);
  return init && whole(init);
}

/** Names renderings: the same one always alike, any two differently, also across restarts (the epoch). */
function createTagger(): (presentation: Presentation, playlist: CachedPlaylist) => string {
  const tags = new WeakMap<CachedPlaylist, string>();
  let count = 0;
  return (presentation, playlist) => {
    let tag = tags.get(playlist);
    if (tag === undefined) {
      // Weak: its two encodings share it.
      tag = `W/"${presentation.epoch}-${count++}"`;
      tags.set(playlist, tag);
    }
    return tag;
  };
}
