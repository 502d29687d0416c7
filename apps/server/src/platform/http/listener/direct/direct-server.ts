/** An HTTP server that answers simple GET requests itself where a handler takes them, and leaves the rest to node:http. */
import { type IncomingMessage, type RequestListener, Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { DirectConnection } from './direct-connection.ts';
import type { DirectHandler, DirectRequest } from './direct-exchange.ts';

/** A connection without a request is left to node:http after one to two of these, which closes it in its own time. */
const SILENT_CHECK_MS = 5_000;

export class DirectServer extends Server {
  readonly #handlers: DirectHandler[] = [];
  readonly #connections = new Set<DirectConnection>();
  /** Those that had sent no request when it was checked last. */
  #silent = new Set<DirectConnection>();
  /** What was passed on, by the socket until node:http has read it again, and then by the request that it became. */
  readonly #passed = new WeakMap<Socket | IncomingMessage, DirectRequest>();
  #isClosing = false;
  #silentCheck: NodeJS.Timeout | null = null;

  constructor(options: ServerOptions, onRequest: RequestListener) {
    super(options, (req, res) => {
      const passed = this.#passed.get(req.socket);
      if (passed !== undefined) {
        this.#passed.delete(req.socket);
        this.#passed.set(req, passed);
      }
      onRequest(req, res);
    });
    const toNode = this.listeners('connection');
    this.removeAllListeners('connection');
    this.on('connection', (socket: Socket) => {
      const leave = () => {
        for (const listen of toNode) listen.call(this, socket);
      };
      if (this.#handlers.length === 0) leave();
      else this.#open(socket, leave);
    });
  }

  /** Handlers run in order. */
  addDirect(handler: DirectHandler): void {
    this.#handlers.push(handler);
  }

  /** The request as a direct handler has passed it on, before node:http read it again. */
  passedOn(request: IncomingMessage): IncomingMessage | undefined {
    return this.#passed.get(request);
  }

  override close(callback?: (error?: Error) => void): this {
    this.#isClosing = true;
    if (this.#silentCheck !== null) clearInterval(this.#silentCheck);
    return super.close(callback);
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const connection of this.#connections) if (connection.isIdle) connection.socket.destroy();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const { socket } of this.#connections) socket.destroy();
  }

  #open(socket: Socket, toNode: () => void): void {
    const connection = new DirectConnection({
      socket,
      handle: (req, res, pass) => this.#handlers.some((handle) => handle(req, res, pass)),
      isClosing: () => this.#isClosing,
      onLeave: (left, request) => {
        this.#connections.delete(left);
        if (request !== null) this.#passed.set(socket, request);
        toNode();
      },
    });
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
    this.#silentCheck ??= setInterval(() => this.#checkSilent(), SILENT_CHECK_MS).unref();
  }

  #checkSilent(): void {
    const silent = new Set<DirectConnection>();
    for (const connection of this.#connections) {
      if (connection.isUsed || !connection.isIdle) continue;
      if (this.#silent.has(connection)) connection.leave();
      else silent.add(connection);
    }
    this.#silent = silent;
  }
}
