/** The WebRTC viewers of this process: who has a connection, and until when. */
import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WaitingLimit } from '../delivery/index.ts';
import type { MediaLog } from '../ports.ts';
import type { WebRtcSettings } from '../settings.ts';
import type { FeedKind, SelectedMedia, Selection, StreamSource } from './feeds/stream-source.ts';
import { type AnsweredMedia, nativeOffer, writeAnswer } from './sdp/answer.ts';
import { readLocalDescription } from './sdp/local-description.ts';
import type { SdpOffer } from './sdp/offer.ts';
import type { WorkerProcess } from './worker/worker-process.ts';

export interface WebRtcLimits {
  /** Viewers, from their offer to their end. */
  readonly viewers: WaitingLimit;
  /** Viewers whose connection is not established yet, including those who left before it was. */
  readonly connecting: WaitingLimit;
}

/** A player needs a second or two; UDP that is blocked never connects. */
const CONNECT_MS = 10_000;
/** As soon as caches forget a stream that is hidden or stopped (docs/decisions/013). */
const CHECK_MS = 1_000;

export interface Session {
  readonly id: string;
  readonly streamId: string;
  readonly etag: string;
  readonly iceUfrag: string;
  readonly icePassword: string;
  /** Of the last request with a right to the stream. */
  cookie: string | undefined;
}

interface OpenSession extends Session {
  readonly feeds: readonly { readonly feed: string; readonly leave: () => void }[];
  /** Ends the connection where it is not established in time; null once it is. */
  connecting: { timer: NodeJS.Timeout | null; readonly release: () => void } | null;
  readonly release: () => void;
}

export interface SessionsOptions {
  readonly settings: WebRtcSettings;
  readonly worker: WorkerProcess;
  readonly limits: WebRtcLimits;
  readonly log: MediaLog;
  /** Whether the session's viewer may still watch. */
  readonly mayWatch: (session: Session) => boolean;
  readonly connectMs?: number;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, OpenSession>();
  #check: NodeJS.Timeout | null = null;
  #neverConnected = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Connections that were not established in time. */
  get neverConnected(): number {
    return this.#neverConnected;
  }

  get(streamId: string, id: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session?.streamId === streamId ? session : undefined;
  }

  /** Whether one more viewer of the network of this request may connect. */
  admits(req: IncomingMessage): boolean {
    const { viewers, connecting } = this.#options.limits;
    return viewers.admits(req) && connecting.admits(req);
  }

  /**
   * Opens a connection for a viewer whom `admits` admits.
   * @returns the SDP answer; null where the stream's encoders or the WebRTC process cannot serve the viewer now
   */
  async open(
    streamId: string,
    source: StreamSource,
    offer: SdpOffer,
    selection: Selection & { kind: 'media' },
    req: IncomingMessage,
  ): Promise<{ readonly session: Session; readonly answer: string } | null> {
    const { worker, limits, settings, log, connectMs = CONNECT_MS } = this.#options;
    if (!worker.start()) return null;
    const video = selection.video && joined(source, 'video', selection.video);
    const audio = selection.audio && joined(source, 'audio', selection.audio);
    const media = [video, audio].filter((one) => one !== null);
    const lacksVideo = selection.video !== null && video === null;
    if (media.length === 0 || lacksVideo) {
      for (const one of media) one.leave();
      return null;
    }
    // In the order of the offer, whose first section carries the transport of all.
    const accepted = offer.media.flatMap(({ mid }) =>
      media.flatMap((one) => (one.media.mid === mid ? [one.media] : [])),
    );
    const id = randomBytes(16).toString('base64url');
    const session: OpenSession = {
      id,
      streamId,
      etag: `"${randomBytes(9).toString('base64url')}"`,
      iceUfrag: offer.iceUfrag,
      icePassword: offer.icePassword,
      cookie: req.headers.cookie,
      feeds: media,
      // The process may have to start first; the player's time begins with the answer.
      connecting: { timer: null, release: limits.connecting.add(req, 1) },
      release: limits.viewers.add(req, 1),
    };
    this.#sessions.set(id, session);
    this.#check ??= setInterval(() => this.#closeForbidden(), CHECK_MS).unref();
    try {
      const sdp = await worker.open({
        kind: 'open',
        session: id,
        offer: nativeOffer(offer, accepted),
        video: video && sentMedia(video),
        audio: audio && sentMedia(audio),
      });
      const transport = readLocalDescription(sdp, settings.addresses);
      // Closed meanwhile: the stream ended, or the viewer lost the right to it.
      if (!this.#sessions.has(id)) return null;
      if (session.connecting !== null)
        session.connecting.timer = setTimeout(() => {
          this.#neverConnected += 1;
          session.connecting?.release();
          this.close(id);
        }, connectMs);
      return { session, answer: writeAnswer(offer, accepted, transport, streamId) };
    } catch (error) {
      log.warn({ err: error, streamId }, 'A WebRTC viewer could not be connected');
      this.close(id);
      return null;
    }
  }

  connected(id: string): void {
    const session = this.#sessions.get(id);
    if (session?.connecting == null) return;
    if (session.connecting.timer !== null) clearTimeout(session.connecting.timer);
    session.connecting.release();
    session.connecting = null;
  }

  close(id: string): void {
    if (this.forget(id)) this.#options.worker.closeSession(id);
  }

  /** The connection has ended by itself. @returns whether there was one */
  forget(id: string): boolean {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    this.#sessions.delete(id);
    this.#holdPlace(session);
    session.release();
    for (const { leave } of session.feeds) leave();
    if (this.#sessions.size === 0 && this.#check !== null) {
      clearInterval(this.#check);
      this.#check = null;
    }
    return true;
  }

  /** Offers that are withdrawn count as long as others, so that offering again and again is limited, too. */
  #holdPlace({ connecting }: OpenSession): void {
    if (connecting === null) return;
    if (connecting.timer !== null) clearTimeout(connecting.timer);
    setTimeout(connecting.release, this.#options.connectMs ?? CONNECT_MS).unref();
  }

  /** Closes the connections of a stream, or those that receive a feed. */
  closeWhere(matches: { readonly streamId: string } | { readonly feed: string }): void {
    for (const session of [...this.#sessions.values()]) {
      const isMatch =
        'feed' in matches
          ? session.feeds.some(({ feed }) => feed === matches.feed)
          : session.streamId === matches.streamId;
      if (isMatch) this.close(session.id);
    }
  }

  closeAll(): void {
    for (const id of [...this.#sessions.keys()]) this.close(id);
  }

  #closeForbidden(): void {
    for (const session of [...this.#sessions.values()]) {
      if (!this.#options.mayWatch(session)) this.close(session.id);
    }
  }
}

/** @returns null where the feed cannot be encoded now */
function joined(source: StreamSource, kind: AnsweredMedia['kind'], selected: SelectedMedia) {
  const joining = source.join(selected.feed satisfies FeedKind);
  if (joining === null) return null;
  const { mid, format } = selected;
  return { ...joining, media: { kind, mid, format, ssrc: randomInt(1, 2 ** 32) } satisfies AnsweredMedia };
}

const sentMedia = ({ feed, media }: { readonly feed: string; readonly media: AnsweredMedia }) => ({
  feed,
  media,
});
