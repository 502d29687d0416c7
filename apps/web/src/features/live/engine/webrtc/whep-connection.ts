import type { Peer, StatsReport, Transceiver } from './peer.ts';
import { postOffer, type WhepSession } from './whep-session.ts';

export interface WhepConnectionOptions {
  readonly endpoint: string;
  readonly createPeer: () => Peer;
  readonly request: typeof fetch;
}

/** The answer has no video that this browser plays. */
export class NoVideo extends Error {
  override readonly name = 'NoVideo';

  constructor() {
    super('The answer has no video');
  }
}

/** Receives one live stream over WebRTC. */
export class WhepConnection {
  readonly #options: WhepConnectionOptions;
  readonly #peer: Peer;
  readonly #video: Transceiver;
  readonly #audio: Transceiver;
  readonly #closing = new AbortController();
  #session: WhepSession | null = null;

  constructor(options: WhepConnectionOptions) {
    this.#options = options;
    this.#peer = options.createPeer();
    [this.#video, this.#audio] = (['video', 'audio'] as const).map((kind) => {
      const transceiver = this.#peer.addTransceiver(kind, { direction: 'recvonly' });
      // As little as the network allows; lost packets are sent again, which makes the buffer grow.
      transceiver.receiver.jitterBufferTarget = 0;
      return transceiver;
    }) as [Transceiver, Transceiver];
  }

  /** Aborted by `close`. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  get isClosed(): boolean {
    const { connectionState } = this.#peer;
    return (
      this.#closing.signal.aborted ||
      connectionState === 'failed' ||
      connectionState === 'closed' ||
      connectionState === 'disconnected'
    );
  }

  /** The kinds of media that the answer accepts. */
  get tracks(): { readonly video: MediaStreamTrack; readonly audio: MediaStreamTrack | null } {
    const { receiver, currentDirection } = this.#audio;
    return {
      video: this.#video.receiver.track,
      audio: currentDirection === 'recvonly' ? receiver.track : null,
    };
  }

  /** Asks for the stream. Media may arrive as soon as this resolves. @throws WhepRefusal, NoVideo */
  async open(): Promise<void> {
    const { endpoint, request } = this.#options;
    const { signal } = this.#closing;
    // Its candidates are not gathered yet: the server uses none (docs/decisions/024), and names the ICE servers to
    // gather from in its answer.
    const offer = withStereo((await this.#peer.createOffer()).sdp ?? '');
    signal.throwIfAborted();
    const { sdp, iceServers, session } = await postOffer(endpoint, offer, signal, request);
    if (signal.aborted) {
      session.end();
      signal.throwIfAborted();
    }
    this.#session = session;
    if (iceServers.length > 0) this.#peer.setConfiguration({ iceServers: [...iceServers] });
    await this.#peer.setLocalDescription({ type: 'offer', sdp: offer });
    await this.#peer.setRemoteDescription({ type: 'answer', sdp });
    signal.throwIfAborted();
    if (this.#video.currentDirection !== 'recvonly') throw new NoVideo();
  }

  stats(): Promise<StatsReport> {
    return this.#peer.getStats();
  }

  /** The right to watch has been renewed, by a cookie. */
  renew(): void {
    void this.#session?.renew();
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#session?.end();
    this.#peer.close();
  }
}

/** Browsers offer Opus as mono unless its parameters say otherwise (RFC 7587 section 6.1). */
export function withStereo(offer: string): string {
  const payloadType = /^a=rtpmap:(\d+) opus\/48000\/2/im.exec(offer)?.[1];
  if (payloadType === undefined) return offer;
  return offer.replace(new RegExp(`^(a=fmtp:${payloadType} (?!.*stereo=).*?)(\\s*)$`, 'm'), '$1;stereo=1$2');
}
