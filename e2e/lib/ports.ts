/** Ports for programs that cannot choose a free one themselves. */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new Error(`Expected a TCP address, got ${address}`);
  return address.port;
}

/** Resolves once `port` accepts connections. @throws Error after ten seconds */
export async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await setTimeout(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`Port ${port} accepted no connection within 10 seconds`);
}
