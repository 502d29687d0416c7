/** Serves everything under /live/ on a bare node:http server, before any framework. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
  CachedPlaylist,
  Media,
  Presentation,
  PresentationSource,
  Rendition,
} from '../presentation/presentation.ts';
import { type Address, LIVE_PREFIX, type MediaAddress, parseAddress } from './requests/address.ts';
import { type Directives, parseDirectives } from './requests/directives.ts';
import type { Refusal } from './responses/refusals.ts';
import {
  BAD_METHOD,
  BUSY,
  badDirective,
  CLOSED,
  FORBIDDEN,
  GONE,
  NOT_FOUND,
  NOT_MADE,
  TIMED_OUT,
  TOO_FAR,
} from './responses/refusals.ts';
import { createResponder, whole } from './responses/responder.ts';
import type { Exchange } from './responses/response-writer.ts';
import { createCounters, type DeliveryStats } from './stats.ts';
import { type Awaited, createBlockedRequests } from './waiting/blocked-requests.ts';
import { type DeliveryLimits, NO_LIMITS } from './waiting/limits.ts';
import { partState, playlistState } from './waiting/readiness.ts';

/**
 * Answers a request for a stream that this process does not have, now or later, or calls `notFound`, which answers it
 * with 404.
 */
export type ForwardRequest = (streamId: string, exchange: Exchange, notFound: () => void) => void;

/**
 * Decides at once whether a request may have the media of a restricted stream.
 * @returns the remaining time in milliseconds; 0 if it may not
 */
export type AuthorizePlayback = (streamId: string, req: Pick<IncomingMessage, 'headers'>) => number;

export interface DeliveryOptions {
  readonly source: PresentationSource;
  /** By default, refuses requests for restricted streams. */
  readonly authorize?: AuthorizePlayback;
  /** Null, the default, answers 404 for streams that the source does not have. */
  readonly forward?: ForwardRequest | null;
  /** The origin whose pages read restricted streams from another host. Null, the default: no such pages. */
  readonly pagesOrigin?: string | null;
  /** The limits; none by default. */
  readonly limits?: DeliveryLimits;
  /** A connection whose socket has not accepted a response within this time is closed. Default 15 s. */
  readonly drainMs?: number;
}

export interface Delivery {
  /** Returns false if the URL is not under /live/; the request is then untouched. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  stats(): DeliveryStats;
  /** Routes the blocked requests of a presentation that the source does not have any more again, instead of letting them time out. */
  withdrawn(presentation: Presentation): void;
  /** Answers blocked requests and all later ones with 503. */
  close(): void;
}

/** Several times the time that a viewer who can follow the stream needs for a segment. */
const DRAIN_MS = 15_000;

/** The most requests that a connection may pipeline; browsers and proxies do not pipeline. */
const PIPELINE_LIMIT = 8;

/** Delivers the presentations of `source`. `handle` never throws, whatever the URL and headers. */
export function createDelivery({
  source,
  authorize = () => 0,
  forward = null,
  limits = NO_LIMITS,
  pagesOrigin = null,
  drainMs = DRAIN_MS,
}: DeliveryOptions): Delivery {
  const counters = createCounters();
  const responder = createResponder(counters, limits.unsentBytes, drainMs, pagesOrigin);
  const blocked = createBlockedRequests(limits.blockedRequests, () => counters.dropped.left++);
  const pipelined = new WeakMap<Socket, number>();
  const tagOf = createTagger();
  let closed = false;

  /** @param timedOut whether the request was blocked until it timed out */
  function answer(exchange: Exchange, timedOut = false): void {
    const refusal = closed ? CLOSED : route(exchange, timedOut);
    if (refusal !== undefined) responder.refuse(exchange, refusal);
  }

  function route(exchange: Exchange, timedOut: boolean): Refusal | undefined {
    const { method, url = '' } = exchange.req;
    if (method === 'OPTIONS') {
      responder.preflight(exchange);
      return undefined;
    }
    if (method !== 'GET' && method !== 'HEAD') return BAD_METHOD;
    const address = parseAddress(url);
    if (address === undefined) return NOT_FOUND;
    const presentation = source.presentation(address.streamId);
    if (presentation === undefined) {
      if (forward === null) return NOT_FOUND;
      forward(address.streamId, exchange, () => responder.refuse(exchange, NOT_FOUND));
      return undefined;
    }
    if (!source.isRestricted(address.streamId)) return serve(exchange, presentation, address, timedOut);
    const expiresInMs = authorize(address.streamId, exchange.req);
    if (expiresInMs <= 0) return FORBIDDEN;
    const own = { ...exchange, expiresInMs };
    const refusal = serve(own, presentation, address, timedOut);
    if (refusal !== undefined) responder.refuse(own, refusal);
    return undefined;
  }

  function serve(
    exchange: Exchange,
    presentation: Presentation,
    address: Address,
    timedOut: boolean,
  ): Refusal | undefined {
    if (address.kind === 'multivariant') {
      const playlist = presentation.multivariant();
      responder.playlist(exchange, playlist, tagOf(presentation, playlist));
      return undefined;
    }
    if (address.epoch !== presentation.epoch) return NOT_FOUND;
    if (address.kind !== 'playlist') {
      const rendition = presentation.rendition(address.rendition);
      if (rendition === undefined) return NOT_FOUND;
      return routeMedia(exchange, presentation, rendition, address, timedOut);
    }
    const rendition = presentation.request(address.rendition);
    if (rendition === undefined) return NOT_FOUND;
    if (rendition === 'refused') return NOT_MADE;
    if (!rendition.isPlayable) {
      return timedOut ? TIMED_OUT : wait(exchange, rendition, { what: 'rendition', msn: 0, part: null });
    }
    const directives = parseDirectives(address.query);
    if (typeof directives === 'string') return badDirective(directives);
    return routePlaylist(exchange, presentation, rendition, directives, timedOut);
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
        if (timedOut) return TIMED_OUT;
        return wait(exchange, rendition, { what: 'playlist', msn, part });
      }
    }
    const playlist = rendition.playlist(delta);
    responder.playlist(exchange, playlist, tagOf(presentation, playlist));
    return undefined;
  }

  function routeMedia(
    exchange: Exchange,
    presentation: Presentation,
    rendition: Rendition,
    address: MediaAddress,
    timedOut: boolean,
  ): Refusal | undefined {
    const media = mediaAt(rendition, address);
    if (media !== undefined) {
      responder.media(exchange, media, rendition.kind === 'audio' ? 'audio/mp4' : 'video/mp4', () =>
        withdrawal(exchange, presentation),
      );
      return undefined;
    }
    const { kind, number: msn, part } = address;
    if (kind === 'segment') return msn < rendition.edge.msn ? GONE : NOT_FOUND;
    if (kind === 'init') return NOT_FOUND;
    const state = partState(rendition, msn, part);
    if (state !== 'wait') return state === 'gone' ? GONE : NOT_FOUND;
    if (timedOut) return TIMED_OUT;
    return wait(exchange, rendition, { what: 'part', msn, part });
  }

  /** The reason why an admitted request may not have the media any more. */
  function withdrawal({ req, expiresInMs }: Exchange, presentation: Presentation): Refusal | undefined {
    const { streamId } = presentation;
    if (closed) return CLOSED;
    if (source.presentation(streamId) !== presentation) return NOT_FOUND;
    if (!source.isRestricted(streamId)) return undefined;
    return expiresInMs !== undefined && authorize(streamId, req) > 0 ? undefined : FORBIDDEN;
  }

  /**
   * Blocks the request until the awaited media exists, or its right has expired, and routes it again: the stream or the
   * right may have been withdrawn in the meantime.
   */
  function wait(exchange: Exchange, rendition: Rendition, awaited: Awaited): Refusal | undefined {
    const { req, res, expiresInMs } = exchange;
    const resume = (timedOut: boolean) => answer({ req, res }, timedOut);
    return blocked.wait(rendition, awaited, req, resume, expiresInMs) ? undefined : BUSY;
  }

  /** Answers a response behind another one on its connection, which has no socket yet, when it gets one. */
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
      waiting: blocked.size,
      draining: responder.draining,
      answers: { ...counters.answers },
      bytes: counters.bytes,
      dropped: { ...counters.dropped },
    }),
    withdrawn: (presentation) => blocked.resume(presentation),
    close() {
      closed = true;
      blocked.close();
    },
  };
}

function mediaAt(rendition: Rendition, { kind, number, part }: MediaAddress): Media | undefined {
  if (kind === 'part') return rendition.part(number, part);
  if (kind === 'segment') return rendition.segment(number);
  const init = rendition.init(number);
  return init && whole(init);
}

/** Gives each rendering its own ETag; the epoch makes tags unique across restarts. */
function createTagger(): (presentation: Presentation, playlist: CachedPlaylist) => string {
  const tags = new WeakMap<CachedPlaylist, string>();
  let count = 0;
  return (presentation, playlist) => {
    let tag = tags.get(playlist);
    if (tag === undefined) {
      // Weak, since both encodings share it.
      tag = `W/"${presentation.epoch}-${count++}"`;
      tags.set(playlist, tag);
    }
    return tag;
  };
}
