/**
 * The channel of the engine over two data channels. Control messages need their order, and pushes must not have one: a
 * lost packet would hold up the parts behind it. Both are reliable, since a chunk that is lost would be requested again.
 */
import type { PeerChannel } from '../neighbours/neighbour.ts';
import { MAX_FRAME_BYTES, TYPE_CODES } from '../protocol/messages.ts';
import type { RtcChannel, RtcConnection } from './rtc-types.ts';

export interface RtcChannelEvents {
  /** Both data channels are open. */
  opened(): void;
  received(frame: Uint8Array<ArrayBuffer>): void;
  closed(): void;
}

/** A peer greets and tells its status before it knows more of this one. */
const MAX_EARLY = 16;

export class RtcPeerChannel implements PeerChannel {
  readonly #connection: RtcConnection;
  readonly #control: RtcChannel;
  readonly #media: RtcChannel;
  readonly #events: RtcChannelEvents;
  #isClosed = false;
  /** Frames that arrived while only one of the channels was open here; null from then on. */
  #early: Uint8Array<ArrayBuffer>[] | null = [];

  constructor(connection: RtcConnection, events: RtcChannelEvents) {
    this.#connection = connection;
    this.#events = events;
    this.#control = this.#create('control', { id: 0, ordered: true });
    this.#media = this.#create('media', { id: 1, ordered: false });
    connection.addEventListener('connectionstatechange', () => {
      const { connectionState } = connection;
      if (connectionState === 'failed' || connectionState === 'closed') this.close();
    });
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#control.readyState === 'open' && this.#media.readyState === 'open';
  }

  get bufferedBytes(): number {
    return this.#control.bufferedAmount + this.#media.bufferedAmount;
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    if (!this.isOpen) return;
    try {
      (frame[0] === TYPE_CODES.push ? this.#media : this.#control).send(frame);
    } catch {
      // The connection broke since it was looked at, or its buffer is full: what was sent before is lost, too.
      this.close();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
    this.#events.closed();
  }

  #create(label: string, init: { readonly id: number; readonly ordered: boolean }): RtcChannel {
    const channel = this.#connection.createDataChannel(label, { ...init, negotiated: true });
    channel.binaryType = 'arraybuffer';
    channel.addEventListener('open', () => this.#opened());
    channel.addEventListener('close', () => this.close());
    channel.addEventListener('error', () => this.close());
    channel.addEventListener('message', (event) => this.#received(event));
    return channel;
  }

  #opened(): void {
    const early = this.#early;
    if (!this.isOpen || early === null) return;
    this.#early = null;
    this.#events.opened();
    for (const frame of early) this.#events.received(frame);
  }

  #received(event: Event): void {
    const data: unknown = 'data' in event ? event.data : null;
    if (this.#isClosed) return;
    // The engine never sends text or longer frames.
    if (!(data instanceof ArrayBuffer) || data.byteLength > MAX_FRAME_BYTES) this.close();
    else if (this.#early === null) this.#events.received(new Uint8Array(data));
    else if (this.#early.length < MAX_EARLY) this.#early.push(new Uint8Array(data));
    else this.close();
  }
}
