/** Applies the messages of neighbours. */
import type { SwarmClock } from '../clock.ts';
import { addressKey } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import { decodeMessage } from '../protocol/decode-message.ts';
import {
  type Hello,
  type Message,
  PROTOCOL_REVISION,
  ProtocolError,
  type Request,
  revisionOf,
  type Subscription,
  UnknownTypeError,
} from '../protocol/messages.ts';
import type { Pulling } from '../pull/pulling.ts';
import type { UploadQueue } from '../upload/upload-queue.ts';
import type { Children } from './children.ts';
import type { Lanes } from './lanes.ts';
import { isEqual, type MediaReceiver } from './media-receiver.ts';
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
  readonly wanted: WantedParts;
  readonly receiver: MediaReceiver;
  readonly playlists: PlaylistExchange;
  readonly pulling: Pick<Pulling, 'pulls' | 'indexes' | 'find'>;
  readonly uploads: UploadQueue;
  readonly sizeOf: (rendition: number) => RenditionSize;
  /** Ends the connection; null without blame. */
  readonly remove: (neighbour: Neighbour, misconduct: Misconduct | null) => void;
}

/** Requests beyond this backlog would be answered too late. */
const MAX_BACKLOG_MS = 500;
/** Media that is pulled goes after the live parts of this time. */
const PULLED_AFTER_MS = 1000;

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
      if (error instanceof UnknownTypeError && neighbour.revision > PROTOCOL_REVISION)
        return void this.#ignore(neighbour);
      remove(neighbour, 'protocol-error');
    }
  }

  /** Passes over a message that was added in a later revision. */
  #ignore(neighbour: Neighbour): void {
    const misconduct = neighbour.conduct.message(this.#parts.clock.now());
    if (misconduct !== null) this.#parts.remove(neighbour, misconduct);
  }

  #hello(neighbour: Neighbour, hello: Hello): void {
    if (neighbour.hello !== null) throw new ProtocolError('A peer greets twice.');
    const { swarm, stripes, remove } = this.#parts;
    if (!isEqual(hello.swarm, swarm) || hello.stripes !== stripes) return void remove(neighbour, null);
    neighbour.hello = hello;
  }

  #apply(neighbour: Neighbour, message: Exclude<Message, Hello>): void {
    const { clock, lanes, receiver, remove } = this.#parts;
    const { pulls, indexes } = this.#parts.pulling;
    switch (message.type) {
      case 'push':
        if (!pulls.received(neighbour, message)) receiver.push(neighbour, message);
        return;
      case 'have':
        for (const address of message.addresses) {
          neighbour.announced(addressKey(address));
          neighbour.revision = revisionOf(address) ?? neighbour.revision;
        }
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
      case 'pull':
        return void this.#request(neighbour, message);
      case 'want-index':
        return void indexes.wanted(neighbour, message);
      case 'index':
        return void indexes.received(neighbour, message);
      case 'decline': {
        const key = addressKey(message.address);
        this.#parts.wanted.declined(neighbour, key);
        pulls.declined(neighbour, key);
        return void indexes.declined(neighbour, key);
      }
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

  #request(neighbour: Neighbour, { type, address, offset }: Request): void {
    const { chunkBytes, clock, children, pulling, uploads } = this.#parts;
    const part = pulling.find(addressKey(address));
    if (
      part === undefined ||
      offset >= part.entry.bytes ||
      uploads.backlogMs > MAX_BACKLOG_MS ||
      uploads.bytesPerSecond <= 0
    )
      neighbour.send({ type: 'decline', address });
    else {
      const dueMs = type === 'pull' ? clock.now() + PULLED_AFTER_MS : clock.now();
      children.give(neighbour, part, offset - (offset % chunkBytes), dueMs);
    }
  }
}
