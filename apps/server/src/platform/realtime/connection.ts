import type { IncomingHttpHeaders } from 'node:http';
import { type ClientMessage, clientMessage, REALTIME_CLOSE, type ServerMessage } from '@tributary/contracts';
import type { RawData, WebSocket } from 'ws';
import type { Principal } from './topics.ts';

/** Unsent bytes at which a reader counts as too slow. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** Messages a client may send at once, and how many it earns back in a second. */
const BURST = 60;
const PER_SECOND = 10;

export interface ConnectionEvents {
  onMessage(connection: Connection, message: ClientMessage): void;
  onClose(connection: Connection): void;
}

export interface ConnectionHolder {
  readonly browserId: string;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
}

/** One tab's socket: reads bounded, validated messages; sends until the reader proves too slow. */
export class Connection {
  /** As whom it counts where viewers are counted. */
  readonly browserId: string;
  /** What it was opened with, for asking again who holds it. */
  readonly headers: IncomingHttpHeaders;
  /** Replaced whole when asked again. */
  principal: Principal;
  checkedAtMs = performance.now();
  readonly topics = new Map<string, string>();
  readonly #socket: WebSocket;
  readonly #events: ConnectionEvents;
  #allowance = BURST;
  #earnedAtMs = performance.now();
  heardAtMs = performance.now();

  constructor(
    socket: WebSocket,
    { browserId, headers, principal }: ConnectionHolder,
    events: ConnectionEvents,
  ) {
    this.#socket = socket;
    this.browserId = browserId;
    this.headers = headers;
    this.principal = principal;
    this.#events = events;
    socket.on('message', (data, isBinary) => this.#read(data, isBinary));
    socket.on('pong', () => {
      this.heardAtMs = performance.now();
    });
    socket.on('close', () => events.onClose(this));
    // A broken socket closes next; there is nobody to tell.
    socket.on('error', () => {});
  }

  /** @returns false where the reader was too slow and has been disconnected */
  sendBytes(bytes: Uint8Array): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return true;
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#socket.close(REALTIME_CLOSE.slow);
      this.#socket.terminate();
      return false;
    }
    this.#socket.send(bytes, { binary: false });
    return true;
  }

  send(message: ServerMessage): boolean {
    return this.sendBytes(Buffer.from(JSON.stringify(message)));
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  /** Answered by the browser itself: a tab in the background may be kept from speaking more than once a minute. */
  ping(): void {
    this.#socket.ping();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #read(data: RawData, isBinary: boolean): void {
    this.heardAtMs = performance.now();
    const message = isBinary || !this.#mayRead() ? null : parse(data);
    if (message === null) this.close(REALTIME_CLOSE.badMessage);
    else this.#events.onMessage(this, message);
  }

  #mayRead(): boolean {
    const now = performance.now();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#earnedAtMs) / 1000) * PER_SECOND) - 1;
    this.#earnedAtMs = now;
    return this.#allowance >= 0;
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
