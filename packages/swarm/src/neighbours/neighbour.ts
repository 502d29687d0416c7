/** A peer that this one is connected to: its last states, its announcements and what was agreed with it. */
import { type AddressKey, isInitSection } from '../media-address.ts';
import { encodeMessage } from '../protocol/encode-message.ts';
import { type Hello, LAG_STEP_MS, type Message, NO_HOPS, type Status } from '../protocol/messages.ts';
import { ConductMonitor } from './conduct-monitor.ts';

/**
 * A connection to one peer. Control messages arrive in order; pushes may arrive in any order, so that one lost packet
 * does not hold up the parts behind it.
 */
export interface PeerChannel {
  send(frame: Uint8Array<ArrayBuffer>): void;
  /** Bytes that were accepted and have not left yet. */
  readonly bufferedBytes: number;
  close(): void;
}

const MAX_INITS = 64;
/** Parts whose cancellation may cross their chunks on the way. */
const MAX_CANCELLED = 16;
const INITIAL_ROUND_TRIP_MS = 150;

export class Neighbour {
  readonly id: string;
  readonly channel: PeerChannel;
  readonly connectedAtMs: number;
  readonly conduct: ConductMonitor;
  hello: Hello | null = null;
  status: Status | null = null;
  /** The messages that it understands: those up to this revision of the protocol. */
  revision = 1;
  roundTripMs = INITIAL_ROUND_TRIP_MS;
  lastMessageMs: number;
  /** Bytes of verified parts that came from it. */
  receivedBytes = 0;
  /** Bytes of parts that were sent to it. */
  sentBytes = 0;
  pingSentMs = 0;
  /** Lanes that it receives from this peer. */
  readonly children = new Set<number>();
  /** Parts that were requested from it, with the time. */
  readonly requested = new Map<AddressKey, number>();
  /** When it may be asked again for a lane that it refused or did not deliver. */
  readonly retryAtMs = new Map<number, number>();
  readonly #maxAnnounced: number;
  readonly #announced = new Set<AddressKey>();
  /** Its init sections, which are needed much longer than parts are. */
  readonly #inits = new Set<AddressKey>();
  /** Bytes of cancelled parts that it may have sent before it learned of that. */
  readonly #cancelled = new Map<AddressKey, number>();

  /** @param maxAnnounced announcements that are remembered, newest last */
  constructor(id: string, channel: PeerChannel, nowMs: number, maxAnnounced: number) {
    this.id = id;
    this.#maxAnnounced = maxAnnounced;
    this.channel = channel;
    this.connectedAtMs = nowMs;
    this.lastMessageMs = nowMs;
    this.conduct = new ConductMonitor(nowMs);
  }

  send(message: Message): void {
    this.channel.send(encodeMessage(message));
  }

  has(key: AddressKey): boolean {
    return this.#announced.has(key) || this.#inits.has(key);
  }

  announced(key: AddressKey): void {
    if (isInitSection(key)) {
      if (this.#inits.size < MAX_INITS) this.#inits.add(key);
      return;
    }
    this.#announced.add(key);
    if (this.#announced.size <= this.#maxAnnounced) return;
    for (const oldest of this.#announced) {
      this.#announced.delete(oldest);
      return;
    }
  }

  /** A part that it was to send is not needed from it any more. */
  cancelled(key: AddressKey, bytes: number): void {
    this.#cancelled.set(key, bytes);
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > MAX_CANCELLED && oldest !== undefined) this.#cancelled.delete(oldest);
  }

  /** Whether a chunk was on its way when its part was cancelled: no part counts twice. */
  takeCancelled(key: AddressKey, bytes: number): boolean {
    const left = (this.#cancelled.get(key) ?? 0) - bytes;
    if (left < 0) return false;
    this.#cancelled.set(key, left);
    return true;
  }

  measuredRoundTrip(ms: number): void {
    this.roundTripMs += (ms - this.roundTripMs) / 4;
  }

  /** How many peers are between the origin and this one on a lane. */
  hopsOf(rendition: number, stripe: number): number {
    return this.#stateOf(rendition, stripe)?.hops ?? NO_HOPS;
  }

  lagMsOf(rendition: number, stripe: number): number {
    return (this.#stateOf(rendition, stripe)?.lag ?? 255) * LAG_STEP_MS;
  }

  /** How many more peers it sends a lane to. */
  spareOf(rendition: number, stripe: number): number {
    return this.#stateOf(rendition, stripe)?.spare ?? 0;
  }

  #stateOf(rendition: number, stripe: number) {
    return this.status?.stripes.find((state) => state.rendition === rendition && state.stripe === stripe);
  }
}
