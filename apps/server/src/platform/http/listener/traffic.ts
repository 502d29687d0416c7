import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes on the connections of a server since it began to listen. */
export interface Traffic {
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Counts what all connections of a server carry, upgraded ones included. */
export function countTraffic(server: Server): () => Traffic {
  const open = new Set<Socket>();
  /** The bytes of connections that have closed. */
  let bytesIn = 0;
  let bytesOut = 0;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      bytesIn += socket.bytesRead;
      bytesOut += socket.bytesWritten;
    });
  });
  return () => {
    const total = { bytesIn, bytesOut };
    for (const { bytesRead, bytesWritten } of open) {
      total.bytesIn += bytesRead;
      total.bytesOut += bytesWritten;
    }
    return total;
  };
}
