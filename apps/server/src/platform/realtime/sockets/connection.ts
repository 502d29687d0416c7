import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  type ClientMessage,
  clientMessage,
  REALTIME_CLOSE,
  type ServerMessage,
} from '@tributary/contracts/realtime';
import type { RawData, WebSocket } from 'ws';
import type { Language } from '../../messages/index.ts';
import { TokenBucket } from '../../network/token-bucket.ts';
import type { ActionConnection, Principal } from '../topics/topics.ts';
import { textFrame } from './text-frame.ts';

/** The number of unsent bytes at which a client counts as too slow. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** The number of messages that a client may send at once, and in each further second. */
const BURST = 60;
const PER_SECOND = 10;

export interface ConnectionEvents {
  onMessage(connection: Connection, message: ClientMessage): void;
  onClose(connection: Connection): void;
}

export interface ConnectionHolder {
  readonly clientId: string;
  /** The network that budgets are counted for. */
  readonly network: string;
  /** The language of refusals. */
  readonly language: Language;
  readonly principal: Principal;
  /** When the database was read for the principal. */
  readonly authenticatedAtMs: number;
}

/** The socket of one tab. Reads bounded, validated messages; sends until the client proves too slow. */
export class Connection implements ActionConnection {
  readonly id = randomUUID();
  readonly clientId: string;
  readonly network: string;
  readonly language: Language;
  /** Replaced as a whole on each authentication. */
  principal: Principal;
  authenticatedAtMs: number;
  heardAtMs = performance.now();
  /** The name and key of each topic, by the address that the client subscribed to; empty until it is open. */
  readonly topics = new Map<string, string>();
  readonly #socket: WebSocket;
  /** The stream below the WebSocket. */
  readonly #stream: Duplex;
  readonly #events: ConnectionEvents;
  readonly #allowance = new TokenBucket(BURST, PER_SECOND);
  readonly #closed = new AbortController();
  #actions: Promise<void> = Promise.resolve();

  constructor(
    socket: WebSocket,
    stream: Duplex,
    { clientId, network, language, principal, authenticatedAtMs }: ConnectionHolder,
    events: ConnectionEvents,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.clientId = clientId;
    this.network = network;
    this.language = language;
    this.principal = principal;
    this.authenticatedAtMs = authenticatedAtMs;
    this.#events = events;
    socket.on('message', (data, isBinary) => this.#read(data, isBinary));
    socket.on('pong', () => {
      this.heardAtMs = performance.now();
    });
    socket.on('close', () => {
      events.onClose(this);
      this.#closed.abort();
    });
    // A broken socket closes next.
    socket.on('error', () => {});
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Runs the actions of one client one after another. @param action must not throw */
  enqueue(action: () => Promise<void>): void {
    this.#actions = this.#actions.then(action);
  }

  /**
   * Writes a frame that may be the same for thousands of sockets, without `ws`, which would make a header for each and
   * write twice. The order is kept, since `ws` writes uncompressed data at once.
   * @returns false if the client was too slow and has been disconnected
   */
  sendFrame(frame: Uint8Array): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return true;
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#socket.close(REALTIME_CLOSE.slow);
      this.#socket.terminate();
      return false;
    }
    this.#stream.write(frame);
    return true;
  }

  send(message: ServerMessage): boolean {
    return this.sendFrame(textFrame(Buffer.from(JSON.stringify(message))));
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  /** Pings the browser, which answers itself: the script of a background tab may run only once a minute. */
  ping(): void {
    this.#socket.ping();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #read(data: RawData, isBinary: boolean): void {
    this.heardAtMs = performance.now();
    const message = isBinary || !this.#allowance.take() ? null : parse(data);
    if (message === null) this.close(REALTIME_CLOSE.badMessage);
    else this.#events.onMessage(this, message);
  }
}

function parse(data: RawData): ClientMessage | null {
  try {
    const parsed = clientMessage.safeParse(JSON.parse(data.toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
