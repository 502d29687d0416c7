import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The options of a node:http server for viewers, which cut slow requests off. `closeIdleConnections` closes idle
 * connections.
 */
export const DELIVERY_SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 0,
  // Viewers send no bodies, and reading each request to its end takes a tenth of a small response's time.
  optimizeEmptyRequests: true,
  maxHeaderSize: 16_384,
  noDelay: true,
  // TCP keep-alive detects peers that disappeared, after a minute without bytes.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
} as const satisfies ServerOptions;

/**
 * How long a connection may be idle: longer than any request blocks, and longer than the minute after which reverse
 * proxies close idle connections. Proxies have to close first, or they write to a connection that is closing.
 */
const IDLE_MS = 75_000;
const CHECKS = 5;

interface Seen {
  bytes: number;
  /** The number of checks in a row that found the same bytes. */
  idleChecks: number;
}

/**
 * Closes connections of `server` that have been idle in both directions for `idleMs`, to within a fifth of it.
 *
 * node:http's `keepAliveTimeout` and `timeout` touch a timer for every request, read and write, which takes a seventh
 * of a small response's time. Checking each connection now and then costs almost nothing.
 * @returns a function that stops it
 */
export function closeIdleConnections(server: Server, idleMs: number = IDLE_MS): () => void {
  const connections = new Map<Socket, Seen>();
  const onConnection = (socket: Socket) => {
    connections.set(socket, { bytes: 0, idleChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  };
  const timer = setInterval(() => {
    for (const [socket, seen] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== seen.bytes) {
        seen.bytes = bytes;
        seen.idleChecks = 0;
      } else if (++seen.idleChecks >= CHECKS) {
        socket.destroy();
      }
    }
  }, idleMs / CHECKS).unref();
  server.on('connection', onConnection);
  return () => {
    clearInterval(timer);
    server.off('connection', onConnection);
  };
}
