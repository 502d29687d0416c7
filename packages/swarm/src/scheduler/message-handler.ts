/** Applies the messages of neighbours. */
import type { SwarmClock } from '../clock.ts';
import { addressKey } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import { decodeMessage } from '../protocol/decode-message.ts';
import {
  type Hello,
  type Message,
  ProtocolError,
  type Request,
  type Subscription,
} from '../protocol/messages.ts';
import type { UploadQueue } from '../upload/upload-queue.ts';
import type { Children } from './children.ts';
import type { Lanes } from './lanes.ts';
import { isEqual, type MediaReceiver } from './media-receiver.ts';
import type { PartStore } from './part-store.ts';
import type { PlaylistExchange } from './playlist-exchange.ts';
import type { RenditionSize } from './rendition-sizes.ts';
import type { WantedParts } from './wanted-parts.ts';

export interface MessageHandlerParts {
  readonly clock: SwarmClock;
  readonly swarm: Uint8Array;
  readonly stripes: number;
  readonly chunkBytes: number;
  readonly lanes: Lanes;
  readonly children: Children;
  readonly store: PartStore;
  readonly wanted: WantedParts;
  readonly receiver: MediaReceiver;
  readonly playlists: PlaylistExchange;
  readonly uploads: UploadQueue;
  readonly sizeOf: (rendition: number) => RenditionSize;
  /** Ends the connection; null without blame. */
  readonly remove: (neighbour: Neighbour, misconduct: Misconduct | null) => void;
}

/** Requests beyond this backlog would be answered too late. */
const MAX_BACKLOG_MS = 500;

export class MessageHandler {
  readonly #parts: MessageHandlerParts;

  constructor(parts: MessageHandlerParts) {
    this.#parts = parts;
  }

  received(neighbour: Neighbour, frame: Uint8Array): void {
    const { clock, remove } = this.#parts;
    neighbour.lastMessageMs = clock.now();
    try {
      const message = decodeMessage(frame);
      const misconduct = message.type === 'push' ? null : neighbour.conduct.message(clock.now());
      if (misconduct !== null) remove(neighbour, misconduct);
      else if (message.type === 'hello') this.#hello(neighbour, message);
      else if (neighbour.hello === null)
        throw new ProtocolError(`The first message has type ${message.type}.`);
      else this.#apply(neighbour, message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      remove(neighbour, 'protocol-error');
    }
  }

  #hello(neighbour: Neighbour, hello: Hello): void {
    if (neighbour.hello !== null) throw new ProtocolError('A peer greets twice.');
    const { swarm, stripes, remove } = this.#parts;
    if (!isEqual(hello.swarm, swarm) || hello.stripes !== stripes) return void remove(neighbour, null);
    neighbour.hello = hello;
  }

  #apply(neighbour: Neighbour, message: Exclude<Message, Hello>): void {
    const { clock, lanes, receiver, remove } = this.#parts;
    switch (message.type) {
      case 'push':
        return void receiver.push(neighbour, message);
      case 'have':
        for (const address of message.addresses) neighbour.announced(addressKey(address));
        return;
      case 'status':
        neighbour.status = message;
        return;
      case 'subscribe':
        return void this.#subscribe(neighbour, message);
      case 'accept':
      case 'refuse': {
        const lane = lanes.get(message.rendition, message.stripe);
        if (lane === undefined) return;
        if (message.type === 'accept') lanes.accepted(neighbour, lane);
        else lanes.refused(neighbour, lane);
        return;
      }
      case 'unsubscribe':
        neighbour.children.delete(message.rendition * this.#parts.stripes + message.stripe);
        return;
      case 'request':
        return void this.#request(neighbour, message);
      case 'decline':
        return void this.#parts.wanted.declined(neighbour, addressKey(message.address));
      case 'cancel':
        neighbour.announced(addressKey(message.address));
        return void this.#parts.uploads.cancel(neighbour, addressKey(message.address));
      case 'want-playlist':
        return void this.#parts.playlists.wanted(neighbour, message);
      case 'playlist':
        return void this.#parts.playlists.received(neighbour, message);
      case 'ping':
        return void neighbour.send({ type: 'pong', nonce: message.nonce });
      case 'pong':
        if (message.nonce === Math.floor(neighbour.pingSentMs) >>> 0)
          neighbour.measuredRoundTrip(clock.now() - neighbour.pingSentMs);
        return;
      case 'goodbye':
        return void remove(neighbour, null);
    }
  }

  #subscribe(neighbour: Neighbour, message: Subscription): void {
    const { children, lanes, sizeOf } = this.#parts;
    const lane = lanes.get(message.rendition, message.stripe);
    children.subscribe(neighbour, message, lane, sizeOf(message.rendition));
  }

  #request(neighbour: Neighbour, { address, offset }: Request): void {
    const { chunkBytes, clock, children, store, uploads } = this.#parts;
    const part = store.get(addressKey(address));
    if (
      part === undefined ||
      offset >= part.entry.bytes ||
      uploads.backlogMs > MAX_BACKLOG_MS ||
      uploads.bytesPerSecond <= 0
    )
      neighbour.send({ type: 'decline', address });
    else children.give(neighbour, part, offset - (offset % chunkBytes), clock.now());
  }
}
