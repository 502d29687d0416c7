/**
 * A connection whose simple GET requests are answered without node:http, whose parser and response objects cost more than
 * everything else about a small response. The first request that is anything else takes the connection to node:http,
 * with all bytes that are not answered yet.
 */
import type { Socket } from 'node:net';
import { type DirectHandler, DirectRequest, type DirectResponse } from './direct-exchange.ts';
import { type HeaderBlock, readRequestHead } from './request-head.ts';

export interface DirectConnectionOptions {
  readonly socket: Socket;
  readonly handle: DirectHandler;
  /** Whether the server stops, so that no further request is awaited. */
  readonly isClosing: () => boolean;
  /** @param request the first of the unread requests, where a handler has taken it and passed it on */
  readonly onLeave: (connection: DirectConnection, request: DirectRequest | null) => void;
}

/** A request that is not answered yet. */
interface Pending {
  readonly request: DirectRequest;
  /** All bytes from its beginning on, and where the next request begins in them. */
  bytes: Buffer;
  readonly end: number;
}

export class DirectConnection {
  readonly socket: Socket;
  readonly #options: DirectConnectionOptions;
  /** Null while no request is being answered. Further requests then wait in its bytes and in the socket. */
  #pending: Pending | null = null;
  #previous: HeaderBlock | null = null;
  #isReading = false;
  #hasLeft = false;

  constructor(options: DirectConnectionOptions) {
    this.#options = options;
    this.socket = options.socket;
    this.socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError);
  }

  get isIdle(): boolean {
    return this.#pending === null;
  }

  /** Whether a request was answered here. */
  get isUsed(): boolean {
    return this.#previous !== null;
  }

  /** Gives the connection to node:http. */
  leave(): void {
    this.#leave(null);
  }

  readonly #onData = (bytes: Buffer): void => {
    const pending = this.#pending;
    if (pending === null) {
      this.#read(bytes);
      return;
    }
    pending.bytes = Buffer.concat([pending.bytes, bytes]);
    // The rest waits in the socket, so that clients that pipeline cannot fill memory.
    this.socket.pause();
  };

  /** Node's HTTP server closes its side as well once a client has closed its own. */
  readonly #onEnd = (): void => void this.socket.end();

  /** The socket is destroyed by itself. */
  readonly #onError = (): void => undefined;

  #read(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    let at = 0;
    this.#isReading = true;
    while (at < bytes.length) {
      // The connection is being closed behind a response, or was refused.
      if (!this.socket.writable) break;
      const head = readRequestHead(text, at, this.#previous);
      if (head === null) {
        this.#leave(bytes.subarray(at));
        break;
      }
      this.#previous = head.block;
      const request = new DirectRequest(this.socket, head);
      const pending: Pending = { request, bytes: at === 0 ? bytes : bytes.subarray(at), end: head.end - at };
      this.#pending = pending;
      const response = this.#respond(pending, head.block.keepAlive);
      const isTaken = this.#options.handle(request, response, () => this.#pass(pending));
      if (this.#hasLeft) break;
      if (!isTaken) {
        this.#leave(pending.bytes);
        break;
      }
      if (this.#pending !== null) {
        if (head.end < bytes.length) this.socket.pause();
        break;
      }
      at = head.end;
    }
    this.#isReading = false;
  }

  #respond(pending: Pending, keepAlive: boolean): DirectResponse {
    return {
      socket: this.socket,
      shouldKeepAlive: keepAlive && !this.#options.isClosing(),
      statusCode: 200,
      emit: () => {
        this.#finish(pending);
        return true;
      },
      // There is a socket from the beginning.
      once: () => undefined,
    };
  }

  #finish(pending: Pending): void {
    if (this.#pending !== pending) return;
    if (this.#isReading) this.#pending = null;
    // The writer may close the connection behind this response.
    else queueMicrotask(() => this.#continue(pending));
  }

  #continue({ bytes, end }: Pending): void {
    const { socket } = this;
    if (socket.destroyed || this.#hasLeft) return;
    this.#pending = null;
    if (this.#options.isClosing()) return void socket.destroySoon();
    if (end < bytes.length) this.#read(bytes.subarray(end));
    if (this.#pending === null && !this.#hasLeft) socket.resume();
  }

  #pass(pending: Pending): void {
    if (this.#pending === pending) this.#leave(pending.bytes, pending.request);
  }

  #leave(unread: Buffer | null, request: DirectRequest | null = null): void {
    const { socket } = this;
    this.#hasLeft = true;
    this.#pending = null;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError);
    if (socket.destroyed || socket.readableEnded) return void socket.destroy();
    // Nothing is emitted until node:http listens.
    socket.pause();
    if (unread !== null && unread.length > 0) socket.unshift(unread);
    this.#options.onLeave(this, request);
    socket.resume();
  }
}
