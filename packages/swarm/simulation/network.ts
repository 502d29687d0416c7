/** Carries frames between simulated hosts: access lines are queues, distances are delays, and lost packets come later. */
import type { PeerChannel } from '../src/neighbours/neighbour.ts';
import { PUSH_HEADER_BYTES } from '../src/protocol/encode-message.ts';
import { TYPE_CODES } from '../src/protocol/messages.ts';
import type { EventQueue } from './event-queue.ts';
import { BYTE_SCALE, type Host } from './population.ts';
import type { SimulationRandom } from './random.ts';

/** Half way around the simulated world. */
const FARTHEST_MS = 70;
const FARTHEST = Math.SQRT1_2;
const PACKET_BYTES = 1200;
/** UDP, DTLS and SCTP headers of each packet. */
const PACKET_OVERHEAD = 1.07;
const NEGLIGIBLE_MS = 1;
/** The time in which a TURN server passes a packet on. */
const RELAY_MS = 1;

export class SimulatedNetwork {
  readonly events: EventQueue;
  readonly random: SimulationRandom;
  /** Simulated bytes of messages without media. */
  controlBytes = 0;
  /** Simulated bytes that went through a TURN server. */
  relayedBytes = 0;

  constructor(events: EventQueue, random: SimulationRandom) {
    this.events = events;
    this.random = random;
  }

  /** One way, without the time that lines take to send. */
  delayMs(a: Host, b: Host): number {
    const along = (from: number, to: number) => Math.min(Math.abs(from - to), 1 - Math.abs(from - to));
    const distance = Math.hypot(along(a.x, b.x), along(a.y, b.y));
    return 1 + (distance / FARTHEST) * FARTHEST_MS + a.accessMs + b.accessMs;
  }

  /** The time that lost packets of this many simulated bytes cost. */
  lossMs(a: Host, b: Host, bytes: number): number {
    const packets = Math.max(1, (bytes * BYTE_SCALE) / PACKET_BYTES);
    const isLost = this.random.next() > (1 - Math.max(a.loss, b.loss)) ** packets;
    return isLost ? 2 * this.delayMs(a, b) + 20 : 0;
  }

  /** Brings bytes that have reached the receiver's line through it. @returns when the last one is there */
  download(host: Host, bytes: number): number {
    host.downFreeMs = Math.max(host.downFreeMs, this.events.now()) + bytes / host.downBytesPerMs;
    return host.downFreeMs;
  }

  /**
   * The two ends of a connection: what one sends, the other one's function receives.
   * @param relay the host of the TURN server that it goes through; null where it is direct
   */
  connect(
    a: Host,
    b: Host,
    relay: Host | null,
    receivers: ChannelReceivers,
  ): readonly [PeerChannel, PeerChannel] {
    const delayMs =
      relay === null ? this.delayMs(a, b) : this.delayMs(a, relay) + RELAY_MS + this.delayMs(relay, b);
    const state = { isOpen: true, isRelayed: relay !== null, delayMs };
    return [
      new SimulatedChannel(this, a, b, state, receivers.atB),
      new SimulatedChannel(this, b, a, state, receivers.atA),
    ];
  }
}

export interface ChannelEnd {
  received(frame: Uint8Array): void;
  closed(): void;
}

export interface ChannelReceivers {
  readonly atA: ChannelEnd;
  readonly atB: ChannelEnd;
}

interface ChannelState {
  isOpen: boolean;
  readonly isRelayed: boolean;
  /** One way. */
  readonly delayMs: number;
}

class SimulatedChannel implements PeerChannel {
  readonly #network: SimulatedNetwork;
  readonly #from: Host;
  readonly #to: Host;
  readonly #state: ChannelState;
  readonly #end: ChannelEnd;
  readonly #departures: { readonly atMs: number; readonly bytes: number }[] = [];
  #buffered = 0;
  #lastControlMs = 0;

  constructor(network: SimulatedNetwork, from: Host, to: Host, state: ChannelState, end: ChannelEnd) {
    this.#network = network;
    this.#from = from;
    this.#to = to;
    this.#state = state;
    this.#end = end;
  }

  get bufferedBytes(): number {
    const nowMs = this.#network.events.now();
    for (
      let first = this.#departures[0];
      first !== undefined && first.atMs <= nowMs;
      first = this.#departures[0]
    ) {
      this.#buffered -= first.bytes;
      this.#departures.shift();
    }
    return this.#departures.length === 0 ? 0 : this.#buffered;
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    if (!this.#state.isOpen || !this.#from.isOnline) return;
    const { events } = this.#network;
    const isPush = frame[0] === TYPE_CODES.push;
    const payload = isPush ? frame.length - PUSH_HEADER_BYTES : 0;
    // Media is scaled down, headers are not.
    const bytes = (payload + (frame.length - payload + 40) / BYTE_SCALE) * PACKET_OVERHEAD;
    if (!isPush) this.#network.controlBytes += bytes;
    if (this.#state.isRelayed) this.#network.relayedBytes += bytes;
    this.#from.upFreeMs = Math.max(events.now(), this.#from.upFreeMs) + bytes / this.#from.upBytesPerMs;
    this.#buffered += bytes;
    this.#departures.push({ atMs: this.#from.upFreeMs, bytes });
    const lossMs = this.#network.lossMs(this.#from, this.#to, bytes);
    let arrivalMs = this.#from.upFreeMs + this.#state.delayMs + lossMs;
    if (!isPush) {
      arrivalMs = Math.max(arrivalMs, this.#lastControlMs);
      this.#lastControlMs = arrivalMs;
    }
    const deliver = () => {
      if (this.#state.isOpen && this.#to.isOnline) this.#end.received(frame);
    };
    events.at(arrivalMs, () => {
      const thereMs = this.#network.download(this.#to, bytes);
      // Messages that nothing queues before keep their order.
      if (!isPush || thereMs - events.now() < NEGLIGIBLE_MS) deliver();
      else events.at(thereMs, deliver);
    });
  }

  close(): void {
    // A host that vanishes closes no channel.
    if (!this.#state.isOpen || !this.#from.isOnline) return;
    // Messages that were sent before still arrive.
    this.#network.events.at(
      Math.max(this.#network.events.now(), this.#from.upFreeMs) + this.#state.delayMs + 1,
      () => {
        this.#state.isOpen = false;
        if (this.#to.isOnline) this.#end.closed();
      },
    );
  }
}
