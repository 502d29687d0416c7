/** A TCP connection to a server, which a test can cut: open connections break, and new ones are closed at once. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttableLink {
  readonly port: number;
  cut(): void;
  restore(): void;
  close(): void;
}

export async function startCuttableLink(targetPort: number): Promise<CuttableLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const target = connect(targetPort, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut() {
      isCut = true;
      destroyAll();
    },
    restore() {
      isCut = false;
    },
    close() {
      server.close();
      destroyAll();
    },
  };
}
