import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long nothing may move on a connection. Longer than any request blocks, and than the minute
 * after which reverse proxies give up their idle connections: they should be the ones to close, or
 * they write into a connection that is closing.
 */
const SILENCE_MS = 75_000;
const LOOKS = 5;

interface Seen {
  bytes: number;
  /** Looks since then that found the same. */
  quiet: number;
}

/**
 * Closes connections of `server` that have been silent both ways for `silenceMs` (to a fifth of it).
 * Returns how to stop.
 *
 * node:http's own `keepAliveTimeout` and `timeout` touch a timer for every request, read and write,
 * which is a seventh of what a small answer costs; looking at each connection now and then is free.
 */
export function closeIdleConnections(server: Server, silenceMs: number = SILENCE_MS): () => void {
  const connections = new Map<Socket, Seen>();
  const onConnection = (socket: Socket) => {
    connections.set(socket, { bytes: 0, quiet: 0 });
    socket.once('close', () => connections.delete(socket));
  };
  const timer = setInterval(() => {
    for (const [socket, seen] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== seen.bytes) {
        seen.bytes = bytes;
        seen.quiet = 0;
      } else if (++seen.quiet >= LOOKS) {
        socket.destroy();
      }
    }
  }, silenceMs / LOOKS).unref();
  server.on('connection', onConnection);
  return () => {
    clearInterval(timer);
    server.off('connection', onConnection);
  };
}
